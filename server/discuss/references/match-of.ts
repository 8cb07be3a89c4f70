import type { Context } from '#server/context.ts'
import { type ReferenceMatch, type ReferenceSyntax, readCandidate } from '#server/platform/markdown/references.ts'
import { siteBase } from './reference-kind.ts'

/** A word that is one reference and nothing else. */
export function matchOf(ctx: Context, word: string, syntaxes: readonly ReferenceSyntax[]): ReferenceMatch | null {
  const base = siteBase(ctx)
  const common = { original: word, plain: word, suffix: '', atLineStart: false } as const
  if (/^https?:\/\//.test(word)) {
    if (URL.parse(word)?.origin !== new URL(ctx.services.settings.externalUrl).origin) return null
    return readCandidate({ ...common, form: 'url', syntax: -1, match: null, url: word }, syntaxes, base)
  }
  for (const [syntax, { pattern }] of syntaxes.entries()) {
    const match = new RegExp(`^(?:${pattern.source})$`, pattern.flags.replace(/[gy]/g, '')).exec(word)
    if (match !== null) return readCandidate({ ...common, form: 'text', syntax, match, url: '' }, syntaxes, base)
  }
  return null
}
