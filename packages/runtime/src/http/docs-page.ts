import { allCodes, contractVersion, describeRule, operationList, type Operation } from '@membrane/contract'

/** The API page: one HTML document without script, font or image from anywhere. */
export function renderDocsPage(): string {
  const links = operationList.map(({ name }) => `<li><a href="#${name}">${name}</a></li>`).join('\n')
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Membrane API ${contractVersion}</title>
<style>${style}</style>
</head>
<body>
<nav><h1>Membrane</h1><p>Contract ${contractVersion}. Production is closed.</p><ul>
${links}
</ul></nav>
<main>
${operationList.map(renderOperation).join('\n')}
</main>
</body>
</html>
`
}

function renderOperation(operation: Operation): string {
  const { name, summary, method, path, access, state } = operation
  return `<section id="${name}">
<h2>${name}</h2>
<p>${escape(summary)}</p>
<p><code class="call">${method} ${escape(path)}</code> <span>${access}</span> <span>${state}</span></p>
${renderRequest(operation)}
<h3>Response body</h3>
<p>${Object.keys(operation.response).map(code).join(' ')}</p>
<h3>Refusals, first that applies</h3>
<p>${allCodes(operation).map(code).join(' ')}</p>
<pre>${escape(curl(operation))}</pre>
</section>`
}

function renderRequest({ request }: Operation): string {
  const rows = Object.entries(request).map(
    ([name, field]) =>
      `<tr><td>${code(name)}${field.required ? '' : ' ?'}</td><td>${escape(describeRule(field.rule))}</td></tr>`,
  )
  return rows.length === 0 ? '' : `<h3>Request</h3>\n<table>${rows.join('')}</table>`
}

function curl({ method, path, example, access }: Operation): string {
  const bearer =
    access === 'session' ? " \\\n  -H 'authorization: Bearer membrane-fixture-session-primary'" : ''
  if (method === 'GET') return `curl http://127.0.0.1:8080${path}${bearer}`
  return `curl http://127.0.0.1:8080${path}${bearer} \\
  -H 'content-type: application/json' \\
  -d '${JSON.stringify(example, null, 1)}'`
}

function code(text: string): string {
  return `<code>${escape(text)}</code>`
}

function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

const style = `
:root{color-scheme:light dark;--line:color-mix(in srgb,currentColor 18%,transparent)}
body{margin:0;display:grid;grid-template-columns:17rem 1fr;font:15px/1.55 system-ui,sans-serif}
nav{position:sticky;top:0;height:100vh;overflow:auto;box-sizing:border-box;padding:1.2rem;border-right:1px solid var(--line)}
nav ul{list-style:none;padding:0}nav a{color:inherit;text-decoration:none}nav a:hover{text-decoration:underline}
main{padding:1.2rem 2.4rem;max-width:58rem}section{border-bottom:1px solid var(--line);padding-bottom:1.6rem}
h1{font-size:1.2rem}h2{font-size:1.15rem;margin-top:1.8rem}h3{font-size:.85rem;opacity:.7;margin-bottom:.2rem}
code{font:13px/1.5 ui-monospace,monospace;background:var(--line);padding:.1em .35em;border-radius:.25em}
pre{overflow:auto;padding:.8rem;border:1px solid var(--line);border-radius:.4rem;font:13px/1.5 ui-monospace,monospace}
table{border-collapse:collapse}td{border-top:1px solid var(--line);padding:.25rem .8rem .25rem 0;vertical-align:top}
span{opacity:.65;margin-left:.6rem}
@media(max-width:50rem){body{display:block}nav{position:static;height:auto}main{padding:1.2rem}}
`
