import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import { anyOf, type Condition, lowerWord } from './condition-table.ts'

declare module '#server/context.ts' {
  interface Plugs {
    /**
     * Conditions on `issuables i`: its milestone belongs to a release of its project that the actor may open.
     *
     * @param tags  of the releases; null for any
     */
    readonly releaseConditions: readonly ((ctx: Context, tags: readonly string[] | null) => RawBuilder<unknown>)[]
  }
}

const inReleases = (ctx: Context, tags: readonly string[] | null): Condition =>
  anyOf(ctx.services.plugs.releaseConditions.map(condition => condition(ctx, tags)))

/** @param ref  the tag of a release, or None or Any */
export function releaseCondition(ctx: Context, ref: string): Condition {
  const word = lowerWord(ref)
  if (word === 'none') return sql`not ${inReleases(ctx, null)}`
  return inReleases(ctx, word === 'any' ? null : [ref])
}

export function releaseAmong(ctx: Context, refs: readonly string[]): Condition {
  const words = refs.filter(ref => ['none', 'any'].includes(lowerWord(ref)))
  const tags = refs.filter(ref => !words.includes(ref))
  return anyOf([...words.map(word => releaseCondition(ctx, word)), ...(tags.length > 0 ? [inReleases(ctx, tags)] : [])])
}
