import { renderParsed, scanMarkdownSafely } from '#server/platform/markdown/markdown.ts'
import type { Settings } from '#server/settings.ts'

/** The description of a group or project as safe HTML. References to other things stay as typed. */
export async function renderDescription(settings: Settings, text: string): Promise<string> {
  if (text.trim() === '') return ''
  return renderParsed(await scanMarkdownSafely(text, [], { siteUrl: settings.externalUrl }), () => null)
}
