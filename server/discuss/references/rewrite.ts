import type { Context } from '#server/context.ts'
import { type PlacedReference, placedReferences } from '#server/platform/markdown/placed.ts'
import type { ReferenceMatch } from '#server/platform/markdown/references.ts'
import type { Resolved, TextNamespace } from './reference-kind.ts'
import type { TextToRender } from './render.ts'

/**
 * Texts as they have to be written in another place to mean the same: `#1` becomes `group/project#1`. A reference that
 * already means the same there, or that names nothing, stays as typed. Two statements for each kind of reference that
 * occurs, however many texts.
 */
export async function rewriteReferences(
  ctx: Context,
  from: TextNamespace,
  to: TextNamespace,
  texts: readonly TextToRender[],
): Promise<readonly string[]> {
  const kinds = (ctx.services.plugs.referenceKinds ?? []).filter(kind => !kind.isGlobal)
  const syntaxes = kinds.flatMap(kind => kind.syntaxes)
  const { externalUrl: siteUrl } = ctx.services.settings
  const placed: (readonly PlacedReference[])[] = []
  for (const { text, line = false } of texts) placed.push(await placedReferences(text, syntaxes, { siteUrl, line }))
  const written = new Map<ReferenceMatch, string>()
  for (const [name, group] of Map.groupBy(placed.flat(), ({ match }) => match.kind)) {
    const kind = kinds.find(each => each.kind === name)
    const matches = group.map(each => each.match)
    const before = await kind?.resolve(ctx, from, matches, texts.length)
    const after = await kind?.resolve(ctx, to, matches, texts.length)
    for (const { match, qualified } of group) {
      const meant = before?.get(match)
      if (meant?.through !== undefined && !isSame(meant, after?.get(match)))
        written.set(match, qualified(meant.through))
    }
  }
  return texts.map(({ text }, index) => replaced(text, placed[index] ?? [], written))
}

function isSame(one: Resolved, other: Resolved | undefined): boolean {
  const { referenceId: _one, ...data } = one.rendered.data
  const { referenceId: _other, ...otherData } = other?.rendered.data ?? {}
  return JSON.stringify(data) === JSON.stringify(otherData)
}

function replaced(
  text: string,
  placed: readonly PlacedReference[],
  written: ReadonlyMap<ReferenceMatch, string>,
): string {
  let result = ''
  let at = 0
  for (const { match, start, end } of placed) {
    result += text.slice(at, start) + (written.get(match) ?? match.original)
    at = end
  }
  return result + text.slice(at)
}
