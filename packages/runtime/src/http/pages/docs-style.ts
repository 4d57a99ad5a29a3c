/** Where the script of the API pages is served. */
export const scriptPath = '/docs/docs.js'

/** Pages with a form may run the script of this server and call this server: nothing else, and nothing inline. */
export const scriptedPagePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; script-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const style = `
[hidden]{display:none!important}
.filter{position:sticky;top:-1.2rem;margin:-.5rem 0 .6rem;padding:.5rem 0;background:var(--paper)}
.filter kbd{position:absolute;right:.6rem;top:.86rem;color:var(--soft);font:inherit;pointer-events:none}
.filter input:focus~kbd{display:none}.filter [role=status]{margin:.4rem 0 0;font-size:.8rem;color:var(--soft)}.filter [role=status]:empty{display:none}
input,textarea{font:inherit;color:inherit;background:var(--tint);border:1px solid var(--line);border-radius:.35rem;padding:.35rem .6rem;width:100%}
textarea,.field input{font:.84rem/1.55 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
textarea{display:block;min-height:6rem;resize:vertical;padding:.8rem 1rem;white-space:pre;overflow:auto}
.operations{list-style:none;margin:0;padding:0}
.operations li{display:grid;grid-template-columns:minmax(0,17rem) minmax(0,1fr);gap:0 1.6rem;padding:.55rem 0;border-top:1px solid var(--line)}
.operations li:first-child{border:0}.operations li:target{background:var(--tint)}
.operations p{margin:0}.call{font:.8rem/1.6 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;color:var(--soft);overflow-wrap:anywhere}
.call b{font-weight:600;color:var(--ink)}.operations .call{grid-column:2}
section.group{border:0;padding:0}
.summary{font-size:1.08rem;max-width:46rem}.page .call{font-size:.95rem}
.facts{font-size:.9rem}
.page table{width:100%;table-layout:fixed}.page td:first-child{width:34%;overflow-wrap:anywhere}.page td{font-size:.92rem}
td .soft,li .soft{font-size:.84rem}
.codes{padding-left:1.6rem;font-size:.92rem}.codes li{margin:.35rem 0}.codes li::marker{color:var(--soft);font-size:.8rem}
.codes p{margin:0;color:var(--soft)}
pre{max-height:34rem}
button{font:inherit;font-weight:600;cursor:pointer;border:1px solid transparent;border-radius:.35rem;padding:.35rem 1rem;background:var(--link);color:var(--paper)}
button.plain{background:none;color:var(--link);border-color:var(--line);font-weight:400}button:disabled{opacity:.5;cursor:default}
.parameters{display:grid;grid-template-columns:repeat(auto-fill,minmax(10rem,1fr));gap:.7rem}
.try form{display:grid;gap:.7rem;margin:.8rem 0}.field{display:grid;gap:.15rem;font-size:.88rem}.field>span{color:var(--soft)}
.send{display:flex;gap:.7rem;align-items:baseline;flex-wrap:wrap}.send .soft{font-size:.84rem}
.verdict{margin:.8rem 0 .3rem;font-weight:600}.verdict.good{color:var(--good)}.verdict.bad{color:var(--bad)}
.around{display:flex;justify-content:space-between;gap:1rem;flex-wrap:wrap;margin-top:2rem;padding-top:1rem;border-top:1px solid var(--line)}
@media(min-width:96rem){main:has(.page){max-width:96rem}
.page{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,32rem);gap:0 2.8rem;align-items:start}
.page>.live>.try{margin-top:1.6rem}.page>.top,.page>.around{grid-column:1/-1}.page>.reference{grid-area:2/1}.page>.live{grid-area:2/2;position:sticky;top:1rem;max-height:calc(100vh - 2rem);overflow:auto}}
@media(max-width:50rem){.operations li{display:block}body:has(.page){display:flex;flex-direction:column}body:has(.page) nav{order:1;max-height:none;border-top:1px solid var(--line)}.filter{position:relative;top:0}.filter kbd{display:none}.groups{display:flex;flex-wrap:wrap;gap:.1rem 1.1rem}pre{max-height:24rem}}
nav section,.page section{border:0;padding:0}.page h2{margin-top:1.6rem}
`

/** The style and the script of the API pages. */
export const docsHead = `<style>${style}</style>\n<script src="${scriptPath}" defer></script>\n`
