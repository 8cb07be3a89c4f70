import type { Context } from '#server/context.ts'
import { Forbidden, NotFound, Unauthenticated } from '#server/errors.ts'
import type { Subject, Subjects } from './facts.ts'
import { type Ability, type AbilityOf, type FactsOf, knowsPart, may, type SubjectOf } from './may.ts'

declare const proof: unique symbol

/** A row that was loaded for an ability, with the facts that the rules read. */
export type Allowed<A extends Ability, Row> = Row & {
  readonly facts: FactsOf<A>
  readonly [proof]: (ability: A) => void
}

export interface Found<S extends Subject, Row> {
  readonly row: Row
  readonly facts: Subjects[S]
}

type Find<S extends Subject, Key, Row> = (ctx: Context, key: Key) => Promise<Found<S, Row> | null>

const find: unique symbol = Symbol('find')

/** Knows how to find a row; only `load` opens it. */
export interface Finder<S extends Subject, Key, Row> {
  readonly subject: S
  /** The name in "404 Issue Not Found"; null says "404 Not found". */
  readonly what: string | null
  readonly [find]: Find<S, Key, Row>
}

/** Declare how a subject is found, with its facts, in one statement. */
export function finder<S extends Subject, Key, Row extends object>(
  subject: S,
  what: string | null,
  run: Find<S, Key, Row>,
): Finder<S, Key, Row> {
  return { subject, what, [find]: run }
}

/**
 * Find a row for the actor and an ability.
 *
 * @throws NotFound  no such row, or the actor cannot see it, or cannot see the feature that the ability is about
 * @throws Unauthenticated  signed out, where signing in might help
 * @throws Forbidden  the actor may know of it, but not do this
 */
export async function load<A extends Ability, Key, Row extends object>(
  ctx: Context,
  ability: A,
  from: Finder<SubjectOf<A>, Key, Row>,
  key: Key,
): Promise<Allowed<A, Row>> {
  const found = await from[find](ctx, key)
  const readable = `${from.subject}:read` as AbilityOf<SubjectOf<A>> & Ability
  if (found === null || !may(ctx.actor, readable, found.facts as FactsOf<typeof readable>)) {
    throw new NotFound(from.what)
  }
  if (!knowsPart(ctx.actor, ability, found.facts as FactsOf<A>)) throw new NotFound(null)
  if (!may(ctx.actor, ability, found.facts as FactsOf<A>)) {
    throw ctx.actor.kind === 'anonymous' ? new Unauthenticated() : new Forbidden()
  }
  // This is the one place where the proof is given.
  return Object.assign(found.row, { facts: found.facts }) as unknown as Allowed<A, Row>
}

/** Like `load`, with null instead of a refusal: for references and lists whose subjects may be deleted or hidden. */
export async function loadIfAllowed<A extends Ability, Key, Row extends object>(
  ctx: Context,
  ability: A,
  from: Finder<SubjectOf<A>, Key, Row>,
  key: Key,
): Promise<Allowed<A, Row> | null> {
  const found = await from[find](ctx, key)
  if (found === null || !may(ctx.actor, ability, found.facts as FactsOf<A>)) return null
  return Object.assign(found.row, { facts: found.facts }) as unknown as Allowed<A, Row>
}
