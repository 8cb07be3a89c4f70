import { escapeHtml } from '#server/platform/markdown/text.ts'
import { StreamReply } from '#server/slice.ts'

const sheet = `:root{color-scheme:light dark;--ink:#1b1f24;--soft:#59636e;--ground:#f3f4f6;--card:#fff;--line:#dfe2e7;--accent:#4a46c6}
@media (prefers-color-scheme:dark){:root{--ink:#e8eaed;--soft:#a3abb5;--ground:#14161a;--card:#1d2026;--line:#33383f;--accent:#5b58dc}}
body{margin:0;min-height:100vh;display:grid;place-items:center;background:var(--ground);color:var(--ink);font:16px/1.5 -apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif}
main{box-sizing:border-box;width:min(28rem,100vw - 2rem);padding:2rem;border:1px solid var(--line);border-radius:12px;background:var(--card)}
h1{margin:0 0 .5rem;font-size:1.25rem;line-height:1.3}p{margin:0 0 1.25rem;color:var(--soft)}form{margin:0 0 1.25rem}main>:last-child{margin:0}
button{padding:.6rem 1.1rem;border:0;border-radius:8px;background:var(--accent);color:#fff;font:inherit;font-weight:600;cursor:pointer}
button[data-quiet]{background:none;color:var(--soft);padding:0;text-decoration:underline;font-weight:400}
button:focus-visible,a:focus-visible{outline:2px solid var(--accent);outline-offset:2px}a{color:inherit}
.title{margin:0 0 1rem;color:var(--ink);overflow-wrap:anywhere}dl{display:grid;grid-template-columns:auto minmax(0,1fr);gap:.25rem 1rem;margin:0 0 1.25rem}dt{color:var(--soft)}dd{margin:0;overflow-wrap:anywhere}`

/** A small page behind a link of a mail. @param body  HTML */
export function linkPage(title: string, body: string, status = 200): StreamReply {
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex"><title>${escapeHtml(title)}</title><style>${sheet}</style></head><body><main><h1>${escapeHtml(title)}</h1>${body}</main></body></html>`
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
  }
  return new StreamReply(Buffer.from(html), headers, status)
}
