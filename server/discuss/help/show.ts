import { readFile } from 'node:fs/promises'
import { anonymous, type Context } from '#server/context.ts'
import { figures } from '#server/discuss/quick-actions/extract.ts'
import type { QuickAction } from '#server/discuss/quick-actions/quick-action.ts'
import { renderText } from '#server/discuss/references/render.ts'
import { siteNow } from '#server/foundation/settings/site-now.ts'
import { isAsTyped } from '#server/platform/markdown/scan.ts'
import type { HelpTopic } from './help-topics.ts'

const folder = new URL('../../../docs/help/', import.meta.url)
const rendered = new Map<HelpTopic, string>()

/** A page of help as HTML, without its heading. It is the same for all readers. */
export async function showHelp(ctx: Context, topic: HelpTopic): Promise<string> {
  const known = rendered.get(topic)
  if (known !== undefined) return known
  const written = await readFile(new URL(`${topic}.md`, folder), 'utf8')
  const text =
    written.replace(/^# .*\n/, '') + (topic === 'quick_actions' ? tableOf(ctx.services.plugs.quickActions) : '')
  const { html } = await renderText(ctx, null, text)
  // A busy machine can break the budget of rendering; the next reader gets another try.
  if (!isAsTyped(html)) rendered.set(topic, html)
  return html
}

let siteText: { readonly text: string; readonly html: string } | null = null

/** The help text of the site's administrators as HTML; null if there is none. References in it are those of a signed-out visitor. */
export async function showSiteText(ctx: Context): Promise<string | null> {
  const { helpPageText: text } = await siteNow(ctx)
  if (text === null) return null
  if (siteText?.text === text) return siteText.html
  const { html } = await renderText({ ...ctx, actor: anonymous }, null, text)
  if (!isAsTyped(html)) siteText = { text, html }
  return html
}

/** Every action that a slice brings, so that none is forgotten. */
function tableOf(actions: readonly QuickAction[]): string {
  const rows = [
    ...actions.map(({ name, aliases, parameter, description }) => ({
      names: [name, ...aliases],
      parameter,
      description,
    })),
    ...Object.entries(figures).map(([name, figure]) => ({
      names: [name],
      parameter: '<comment>',
      description: `Append ${figure}`,
    })),
  ].sort((a, b) => (a.names[0] ?? '').localeCompare(b.names[0] ?? ''))
  const lines = rows.map(({ names, parameter, description }) => {
    const [name, ...others] = names.map(each => `\`/${each}\``)
    const also = others.length === 0 ? '' : ` (also ${others.join(', ')})`
    return `| ${name}${also} | ${parameter === null ? '' : `\`${parameter.replaceAll('|', '\\|')}\``} | ${description} |`
  })
  return ['', '| Action | Parameters | Description |', '| --- | --- | --- |', ...lines, ''].join('\n')
}
