import type { RawBuilder } from 'kysely'
import type { Context, UserActor } from '#server/context.ts'
import { type Parameters, runStatement, type Values } from '#server/platform/sql/statement.ts'

/**
 * Run a statement whose text depends on its actor, compiled once for all actors of a kind: users, administrators, external users and those
 * who are not signed in. Its conditions take the actor of the context they are given, as in any other statement.
 *
 * @param key  identifies the statement with everything that its text depends on, except the values, the actor and the settings
 * @param values  the values of its parameters
 * @param build  makes the statement, for a context with the settings and with an actor whose id is a parameter: the id can be part of the
 *   text, and equals no number
 * @param isQuick  whether other statements may wait for it
 */
export function runForActor<Row, V extends Values>(
  ctx: Context,
  key: string,
  values: V,
  build: (ctx: Context, parameter: Parameters<V>) => RawBuilder<unknown>,
  isQuick = true,
): Promise<readonly Row[]> {
  const { actor, db } = ctx
  const { settings } = ctx.services
  const whose = actor.kind === 'user' ? `user ${actor.isAdmin} ${actor.isExternal}` : actor.kind
  const all = { ...values, actorId: actor.kind === 'user' ? actor.id : 0 }
  return runStatement<Row, typeof all>(
    db,
    `${key}, ${whose} of ${numberOf(settings)}`,
    all,
    parameter => {
      const shown = actor.kind === 'user' ? actorWithId(actor, parameter.actorId) : actor
      return build(onlyWith(ctx, { actor: shown, services: ctx.services, db }), parameter)
    },
    isQuick,
  )
}

/** The actor with a parameter in place of the id: an SQL template takes either. */
const actorWithId = (actor: UserActor, id: RawBuilder<number>): UserActor =>
  onlyWith(actor, {
    kind: 'user',
    id: id as unknown as number,
    isAdmin: actor.isAdmin,
    isExternal: actor.isExternal,
  })

/** An object with some fields in place of those of another one. Reading a further field fails: its value would become part of the text. */
function onlyWith<T extends object>(whole: T, part: Partial<T>): T {
  return new Proxy(whole, {
    get: (_whole, name) => {
      if (!(name in part)) throw new Error(`A statement that is compiled once depends on ${String(name)}`)
      return part[name as keyof T]
    },
  })
}

const numbers = new WeakMap<object, number>()
let lastNumber = 0

/** Identifies an object in a key. */
function numberOf(object: object): number {
  const number = numbers.get(object)
  if (number !== undefined) return number
  lastNumber += 1
  numbers.set(object, lastNumber)
  return lastNumber
}
