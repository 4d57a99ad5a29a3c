/** A page of the service: its title, what stands beside it, and its content, all as HTML. */
export interface Page {
  readonly title: string
  /** The contents of the page, at its side. */
  readonly nav: string
  readonly main: string
  /** What goes into the head beside the title and the style of every page. */
  readonly head?: string
}

/** A page loads nothing from anywhere, so nothing needs to be allowed but its own style. */
export const pagePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** The HTML document of a page: no script, font or image from anywhere, readable in light, dark and on a phone. */
export function renderPage({ title, nav, main, head = '' }: Page): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(title)}</title>
<style>${style}</style>
${head}</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header><a class="home" href="/docs">Membrane</a>
<a href="/docs">Operations</a> <a href="/docs/refusals">Refusals</a> <a href="/openapi.json">OpenAPI</a></header>
<nav aria-label="Contents">
${nav}
</nav>
<main id="main">
${main}
</main>
</body>
</html>
`
}

/** A word of the interface, with a link where it has a page. */
export function code(text: string, href?: string): string {
  const word = `<code>${escape(text)}</code>`
  return href === undefined ? word : `<a href="${escape(href)}">${word}</a>`
}

/** Text as HTML. */
export function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

/** A name of the interface as HTML that may break between its words. */
export function breakable(name: string): string {
  return escape(name).replaceAll(/[._]|(?=[A-Z])/g, '$&<wbr>')
}

/** Where an operation has its page. */
export function operationPath(name: string): string {
  return `/docs/operations/${name}`
}

/** Where a refusal code explains itself. */
export function refusalPath(refusal: string): string {
  return `/docs/refusals/${refusal}`
}

const style = `
:root{color-scheme:light dark;--paper:light-dark(#fdfdfb,#16181b);--ink:light-dark(#1d1f22,#dfe1e4);
--soft:light-dark(#62666d,#9499a1);--line:light-dark(#e4e4df,#2c3036);--tint:light-dark(#f3f3ee,#1f2227);
--link:light-dark(#1f5a8a,#8bbcea);--word:light-dark(#3f6b3a,#a5c99a);--number:light-dark(#8a5a1f,#dfb67c);
--good:light-dark(#2f6f3a,#93cf9c);--bad:light-dark(#a33a2a,#f0978a)}
*{box-sizing:border-box}html{scroll-padding-top:1rem}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.6 system-ui,sans-serif;
display:grid;grid:auto 1fr/18rem minmax(0,1fr)}
header{grid-column:1/-1;display:flex;flex-wrap:wrap;gap:.2rem 1.4rem;align-items:baseline;padding:.7rem 1.4rem;
border-bottom:1px solid var(--line)}
header a{color:var(--soft)}header .home{color:var(--ink);font-weight:600;margin-right:.4rem}
nav{position:sticky;top:0;height:100vh;overflow:auto;padding:1.2rem 1.4rem;border-right:1px solid var(--line);
font-size:.85rem;line-height:1.5}
nav h2{font-size:inherit;margin:1.1rem 0 .2rem}nav p{margin:0;color:var(--soft)}
nav ul{list-style:none;margin:0;padding:0}nav a{color:inherit;display:block;padding:.08rem 0 .08rem .6rem;text-indent:-.6rem}
nav a[aria-current]{font-weight:600;color:var(--link)}
main{padding:1.6rem 2.6rem 5rem;max-width:58rem}
a{color:var(--link);text-decoration:none}a:hover{text-decoration:underline}
:focus-visible{outline:2px solid var(--link);outline-offset:2px;border-radius:.15rem}
.skip{position:absolute;left:-99rem}.skip:focus{left:1rem;top:.5rem;background:var(--paper);padding:.3rem .8rem}
section{border-bottom:1px solid var(--line);padding-bottom:1.6rem}section:last-child{border:0}
h1{font-size:1.5rem;line-height:1.3;margin:.2rem 0 .6rem}h1,h2{overflow-wrap:anywhere}
h2{font-size:1.15rem;margin:2rem 0 .5rem}h3{font-size:.85rem;font-weight:600;color:var(--soft);margin:1.2rem 0 .2rem}
p{margin:.5rem 0}.soft{color:var(--soft)}
code,pre{font:.84rem/1.55 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
code{background:var(--tint);padding:.1em .35em;border-radius:.25em;overflow-wrap:break-word}
pre{overflow:auto;margin:.5rem 0;padding:.8rem 1rem;background:var(--tint);border-radius:.4rem}
pre q{quotes:none;color:var(--word)}pre i{font-style:normal;color:var(--number)}
pre code{padding:0;background:none;overflow-wrap:normal}
dt{margin-top:.7rem}dd{margin:.1rem 0 0}
summary{cursor:pointer;color:var(--soft);font-size:.92rem;padding:.2rem 0}summary:hover{color:var(--ink)}
table{border-collapse:collapse}td{border-top:1px solid var(--line);padding:.3rem 1rem .3rem 0;vertical-align:top}
@media(max-width:50rem){body{display:block}header{gap:.2rem .9rem;font-size:.94rem}nav{position:static;height:auto;max-height:40vh;border-right:0;
border-bottom:1px solid var(--line)}main{padding:1.2rem 1.4rem 4rem}}
`
