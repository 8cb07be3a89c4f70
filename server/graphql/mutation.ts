import type { FieldMap, InputFieldMap, InputObjectRef, InputShapeFromFields, ObjectRef } from '@pothos/core'
import { type Context, transact } from '#server/context.ts'
import { NotFound } from '#server/errors.ts'
import { type Current, refuseOverlap } from '#server/slice.ts'
import { builder, type SchemaTypes } from './builder.ts'
import type { GraphqlContext } from './context.ts'
import { sentencesOf } from './failures.ts'

/** The payload of a mutation; without the values when it failed. */
export type Payload<Value> = Partial<Value> & {
  readonly clientMutationId: string | null
  readonly errors: readonly string[]
}

/** The builder of the input of a mutation, for functions that declare some of its fields. */
export type InputFields = PothosSchemaTypes.InputFieldBuilder<SchemaTypes, 'InputObject'>

/** The same of the payload. */
export type PayloadFields<Value extends object> = PothosSchemaTypes.ObjectFieldBuilder<SchemaTypes, Payload<Value>>

interface Mutation<Fields extends InputFieldMap, Value extends object> {
  readonly description: string
  /** A second name, with the same input and payload. */
  readonly alias?: string
  readonly input: (t: InputFields) => Fields
  /** `own`: `run` opens its transactions itself, because git writes come between them. */
  readonly transaction?: 'own'
  /**
   * Gives the input an `expected`: fields as the caller saw them, by their names in the input. Reads these fields, from rows that it
   * locks; if one has changed since, the mutation is refused. The caller's right to read them is checked here.
   */
  readonly current?: (ctx: Context, input: InputShapeFromFields<Fields>) => Promise<Current>
  /** Runs in one transaction, with the loads that check the right to it. */
  readonly run: (ctx: Context, input: InputShapeFromFields<Fields>, context: GraphqlContext) => Promise<Value>
  readonly payload: (t: PayloadFields<Value>) => FieldMap
}

/**
 * Declare a mutation with its `<Name>Input` and `<Name>Payload`. A rule of the business that fails becomes `errors` of
 * the payload; a subject that does not exist, or that the actor may not change, becomes a top-level error.
 *
 * The payload's fields are resolved after the commit, with nothing remembered from before.
 */
export function mutation<Fields extends InputFieldMap, Value extends object>(
  name: string,
  { description, alias, input, payload, run, current, transaction }: Mutation<Fields, Value>,
): void {
  const typeName = `${name.charAt(0).toUpperCase()}${name.slice(1)}`
  // The shape of generic fields is given again where the values are read.
  const inputType = builder.inputType(`${typeName}Input`, {
    description: `Input of ${name}.`,
    fields: t => ({
      clientMutationId: t.string({ description: 'Client-supplied ID, returned unchanged.' }),
      ...(current && {
        expected: t.field({
          type: 'JSON',
          description:
            'Values that the caller saw in fields of this input. If one has changed since, the mutation fails.',
        }),
      }),
      ...input(t),
    }),
  }) as unknown as InputObjectRef<SchemaTypes, object>
  const payloadType = builder.objectRef<Payload<Value>>(`${typeName}Payload`).implement({
    description: `Payload of ${name}.`,
    fields: t => ({
      clientMutationId: t.string({ resolve: source => source.clientMutationId }),
      errors: t.field({ type: ['String'], nullable: false, resolve: source => [...source.errors] }),
      ...payload(t),
    }),
  }) as unknown as ObjectRef<SchemaTypes, object, object>
  const names = alias === undefined ? [name] : [name, alias]
  for (const field of names)
    builder.mutationField(field, t =>
      t.field({
        type: payloadType,
        nullable: true,
        description,
        args: { input: t.arg({ type: inputType, required: true }) },
        resolve: async (_root, args, context) => {
          // The input type was made of these very fields.
          const given = args.input as InputShapeFromFields<Fields> & {
            readonly clientMutationId?: string | null
            readonly expected?: unknown
          }
          if (!context.mayWrite || context.weft.actor.kind === 'anonymous') throw new NotFound()
          const clientMutationId = given.clientMutationId ?? null
          try {
            const perform = async (inner: Context) => {
              context.loaders.clear()
              const { expected } = given
              if (current !== undefined && typeof expected === 'object' && expected !== null)
                refuseOverlap(await current(inner, given), { ...expected })
              return run(inner, given, context)
            }
            const value = await (transaction === 'own' ? perform(context.weft) : transact(context.weft, perform))
            return { ...value, clientMutationId, errors: [] }
          } catch (error) {
            const errors = sentencesOf(error)
            if (errors === null) throw error
            return { clientMutationId, errors }
          } finally {
            context.loaders.clear()
          }
        },
      }),
    )
}
