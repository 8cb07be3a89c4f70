import type { InputFieldMap, InputShapeFromFields } from '@pothos/core'
import { type Allowed, type Finder, load } from '#server/access/load.ts'
import type { AbilityOf, SubjectOf } from '#server/access/may.ts'
import type { Context } from '#server/context.ts'
import { setSubscription } from '#server/discuss/subscriptions/subscribe.ts'
import { NotFound } from '#server/errors.ts'
import type { GraphqlContext } from '#server/graphql/context.ts'
import { type InputFields, mutation, type PayloadFields } from '#server/graphql/mutation.ts'
import { changeIssuable } from '../changes/change.ts'
import type { Changes } from '../define-attribute.ts'
import type { IssuableRow } from '../find.ts'
import { changeBy, OperationMode } from './operation-mode.ts'

type Ability = AbilityOf<'issuable'>

export interface IssuablePayload {
  readonly id: number
}

/** The fields of an input that name an issuable. */
const ref = (t: InputFields) => ({ projectPath: t.id({ required: true }), iid: t.string({ required: true }) })

type RefFields = ReturnType<typeof ref>
export type IssuableRef = InputShapeFromFields<RefFields>

interface MutatedKind<Key, Row extends IssuableRow> {
  /** As in `issueSetLocked`. */
  readonly prefix: string
  /** As in "an issue". */
  readonly aNoun: string
  readonly finder: Finder<'issuable', Key, Row>
  /** The key for the finder. */
  readonly key: (projectPath: string, iid: number) => Key
  /** The fields of a payload. */
  readonly payload: (t: PayloadFields<IssuablePayload>) => ReturnType<Parameters<typeof mutation>[1]['payload']>
}

interface Change<A extends Ability, Fields extends InputFieldMap, Row> {
  readonly description: string
  readonly ability: A
  readonly input?: (t: InputFields) => Fields
  readonly transaction?: 'own'
  /** @returns the issuable of the payload, if it is another one */
  readonly run: (
    ctx: Context,
    issuable: Allowed<A, Row>,
    given: InputShapeFromFields<Fields & RefFields>,
    context: GraphqlContext,
  ) => Promise<IssuablePayload | undefined>
}

interface Setter<Fields extends InputFieldMap> {
  readonly description: string
  readonly input: (t: InputFields) => Fields
  readonly changes: (given: InputShapeFromFields<Fields & RefFields>) => Changes
}

/** Declares the mutations of a kind of issuable that inputs name by the path of its project and its number. */
export function issuableMutations<Key, Row extends IssuableRow>({
  prefix,
  aNoun,
  finder,
  key,
  payload,
}: MutatedKind<Key, Row>) {
  /** The issuable of an input, for an ability. @throws NotFound */
  function find<A extends Ability>(ctx: Context, ability: A, { projectPath, iid }: IssuableRef) {
    if (!/^\d{1,15}$/.test(iid)) throw new NotFound(finder.what)
    // Every ability on an issuable is about the subject that this finder finds.
    const from = finder as unknown as Finder<SubjectOf<A>, Key, Row>
    return load(ctx, ability, from, key(projectPath, Number(iid)))
  }

  /** Declare a mutation of one issuable. */
  function change<A extends Ability, Fields extends InputFieldMap = Record<never, never>>(
    name: string,
    { description, ability, input, transaction, run }: Change<A, Fields, Row>,
  ): void {
    mutation(name, {
      description,
      ...(transaction && { transaction }),
      // Without an input of its own there are no fields but these.
      input: t => ({ ...ref(t), ...(input?.(t) as Fields) }),
      run: async (ctx, input, context): Promise<IssuablePayload> => {
        // The compiler does not follow the shape of fields that are generic.
        const given = input as unknown as InputShapeFromFields<Fields & RefFields> & IssuableRef
        const issuable = await find(ctx, ability, given)
        return (await run(ctx, issuable, given, context)) ?? { id: issuable.id }
      },
      payload,
    })
  }

  /** Declare a mutation that changes attributes; a value that names nothing that fits there is refused. */
  function set<Fields extends InputFieldMap>(name: string, { description, input, changes }: Setter<Fields>): void {
    change(name, {
      description,
      ability: 'issuable:set-metadata',
      input,
      run: async (ctx, issuable, given) => {
        await changeIssuable(ctx, issuable, changes(given), { isStrict: true })
      },
    })
  }

  /** Declare the setters that every kind has. */
  function setForAll(): void {
    set(`${prefix}SetAssignees`, {
      description: `Set the assignees of ${aNoun}.`,
      input: t => ({
        assigneeUsernames: t.stringList({ required: true }),
        operationMode: t.field({ type: OperationMode, defaultValue: 'REPLACE' }),
      }),
      changes: ({ assigneeUsernames, operationMode }) => ({ assignees: changeBy(operationMode, assigneeUsernames) }),
    })
    change(`${prefix}SetSubscription`, {
      description: `Set the subscription to ${aNoun}.`,
      ability: 'issuable:subscribe',
      input: t => ({ subscribedState: t.boolean({ required: true }) }),
      run: async (ctx, issuable, { subscribedState }) => {
        await setSubscription(ctx, issuable, subscribedState)
      },
    })
  }

  return { find, change, set, setForAll }
}
