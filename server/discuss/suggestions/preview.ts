import type { Context } from '#server/context.ts'
import { suggestionBlocks } from './blocks.ts'
import { diffLinesOf, linesOf, placeBlocks } from './lines.ts'

interface Previewed {
  readonly previewSuggestions?: boolean | undefined
  readonly line?: number | null | undefined
  readonly filePath?: string | null | undefined
  readonly headSha?: string | null | undefined
}

/** The changes that the suggestions of a text would make on a line of a diff, as small diffs. @source rest.md 17.5 */
export async function previewSuggestions(
  ctx: Context,
  projectId: number,
  type: string,
  text: string,
  { previewSuggestions: isAsked, line, filePath, headSha }: Previewed,
) {
  const source = ctx.services.plugs.suggestionSources.find(each => each.type === type)
  if (!isAsked || source === undefined || !line || !filePath || !headSha) return []
  const blocks = suggestionBlocks(text)
  const file = blocks.length === 0 ? null : await source.read(ctx, projectId, headSha, filePath)
  if (file === null) return []
  return placeBlocks(linesOf(file), line, blocks).map(placed => ({ diff_lines: diffLinesOf(placed).map(snake) }))
}

const snake = ({
  lineCode,
  oldLine,
  newLine,
  richText,
  canReceiveSuggestion,
  ...rest
}: ReturnType<typeof diffLinesOf>[number]) => ({
  ...rest,
  line_code: lineCode,
  old_line: oldLine,
  new_line: newLine,
  rich_text: richText,
  can_receive_suggestion: canReceiveSuggestion,
})
