import { escapeHtml } from '#server/platform/markdown/text.ts'

interface MailEntry {
  readonly lead: string
  readonly authorName: string | null
  readonly html: string
  readonly url: string
}

interface MailPageParts {
  readonly place: string
  readonly placeUrl: string
  readonly reference: string
  readonly title: string
  /** Null where the reference says it. */
  readonly state: 'Open' | 'Closed' | 'Merged' | 'Release' | 'Upcoming release' | null
  readonly url: string
  /** The words of the button that leads there. */
  readonly view?: string
  readonly entries: readonly MailEntry[]
  /** The addresses that answer a page. */
  readonly answers?: { readonly acknowledge: string; readonly resolve: string } | null
  readonly canReply: boolean
  readonly why: string
  readonly stop: string
  /** Null for recipients without an account. */
  readonly settingsUrl: string | null
}

const face = "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

// Programs that drop style sheets fall back to the attributes of the elements themselves.
const sheet = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
body{margin:0;padding:0;-webkit-text-size-adjust:100%}
.text p,.text ul,.text ol,.text pre,.text blockquote,.text table{margin:0 0 12px}
.text>:last-child{margin-bottom:0}
.text h1,.text h2,.text h3,.text h4{margin:16px 0 8px;font-size:16px;line-height:1.3}
.text ul,.text ol{padding-left:24px}
.text pre{padding:12px;overflow:auto;border-radius:6px;background:#f3f4f6;font-size:13px;line-height:1.45;white-space:pre-wrap;word-break:break-word}
.text code{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:13px}
.text blockquote{padding-left:12px;border-left:3px solid #d4d8de;color:#59636e}
.card{overflow-wrap:anywhere}
.text table{display:block;max-width:100%;overflow-x:auto;border-collapse:collapse;overflow-wrap:normal;word-break:normal}.text th,.text td{padding:4px 10px;border:1px solid #d4d8de;text-align:left}
.text img{max-width:100%;height:auto}.text a{color:#4a46c6}
.text .task-list{list-style:none;padding-left:4px}
.file{padding:1px 6px;border-radius:4px;background:#f3f4f6}
@media (max-width:480px){.outer{padding:16px 0!important}.card{padding:20px 16px!important;border-radius:0!important;border-left:0!important;border-right:0!important}.foot{padding:16px!important}}
@media (prefers-color-scheme:dark){
body,.outer{background:#14161a!important}
.card{background:#1d2026!important;border-color:#33383f!important}
.ink,.text{color:#e8eaed!important}
.soft,.foot,.foot a,.soft a{color:#a3abb5!important}
.line{border-color:#33383f!important}
.text pre,.file{background:#14161a!important}
.text a,.lead a{color:#a9a8ff!important}
.text blockquote{color:#a3abb5!important;border-color:#4a5058!important}
.text th,.text td{border-color:#33383f!important}
.button{background:#5b58dc!important;color:#ffffff!important}
}`

/** The mail as a page of its own: one column, light and dark, without anything that is fetched from elsewhere. */
export function mailPage(parts: MailPageParts): string {
  const {
    place,
    placeUrl,
    reference,
    title,
    state,
    url,
    view = 'View in Weft',
    entries,
    answers = null,
    canReply,
    why,
    stop,
    settingsUrl,
  } = parts
  const first = entries[0]?.lead ?? ''
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(title)}</title><style>${sheet}</style></head>
<body style="margin:0;padding:0;background:#f3f4f6">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(first)}</div>
<div class="outer" style="padding:32px 16px;background:#f3f4f6;font:15px/1.55 ${face}">
<div style="max-width:640px;margin:0 auto">
<div class="card" style="padding:28px 32px;border:1px solid #dfe2e7;border-radius:12px;background:#ffffff;word-break:break-word">
<p class="soft" style="margin:0 0 4px;color:#59636e;font-size:13px"><a href="${escapeHtml(placeUrl)}" class="soft" style="color:#59636e;text-decoration:none">${escapeHtml(place)}</a> &middot; ${escapeHtml(reference)}${state === null ? '' : ` &middot; ${state}`}</p>
<h1 class="ink" style="margin:0 0 20px;font-size:20px;line-height:1.3;font-weight:600;color:#1b1f24"><a href="${escapeHtml(url)}" class="ink" style="color:#1b1f24;text-decoration:none">${escapeHtml(title)}</a></h1>
${entries.map((entry, index) => entryHtml(entry, index === 0, entries.length > 1)).join('\n')}
<p style="margin:24px 0 0"><a href="${escapeHtml(url)}" class="button" style="display:inline-block;padding:9px 18px;border-radius:8px;background:#4a46c6;color:#ffffff;font-weight:600;font-size:14px;text-decoration:none">${view}</a>${
    answers === null ? '' : `${answerHtml('Acknowledge', answers.acknowledge)}${answerHtml('Resolve', answers.resolve)}`
  }${
    canReply
      ? '<span class="soft" style="padding-left:14px;color:#59636e;font-size:13px">or reply to this email</span>'
      : ''
  }</p>
</div>
<div class="foot" style="padding:16px 32px;color:#59636e;font-size:12px;line-height:1.6">
<p style="margin:0">${escapeHtml(why)}</p>
<p style="margin:0"><a href="${escapeHtml(stop)}" style="color:#59636e">Unsubscribe</a>${
    settingsUrl === null
      ? ''
      : ` &middot; <a href="${escapeHtml(settingsUrl)}" style="color:#59636e">Notification settings</a>`
  }</p>
</div></div></div></body></html>`
}

const answerHtml = (label: string, url: string): string =>
  ` <a href="${escapeHtml(url)}" style="display:inline-block;margin-left:8px;padding:8px 18px;border:1px solid #4a46c6;border-radius:8px;color:#4a46c6;font-weight:600;font-size:14px;text-decoration:none">${label}</a>`

function entryHtml({ lead, authorName, html, url }: MailEntry, isFirst: boolean, linked: boolean): string {
  const name = authorName ?? ''
  const rest = name !== '' && lead.startsWith(`${name} `) ? lead.slice(name.length) : null
  const sentence = rest === null ? escapeHtml(lead) : `<strong>${escapeHtml(name)}</strong>${escapeHtml(rest)}`
  const border = isFirst ? '' : 'margin-top:20px;'
  const to = linked
    ? ` <a href="${escapeHtml(url)}" style="color:#4a46c6;font-size:13px;text-decoration:none">Open</a>`
    : ''
  return `<div class="line" style="${border}padding-top:16px;border-top:1px solid #e6e8ec">
<p class="ink lead" style="margin:0${html === '' ? '' : ' 0 10px'};color:#1b1f24">${sentence}${to}</p>
${html === '' ? '' : `<div class="text" dir="auto" style="color:#1b1f24">${html}</div>`}</div>`
}
