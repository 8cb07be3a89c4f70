import type { CustomAttributeOperations } from '#contract/foundation/custom-attributes.ts'
import type { Context } from '#server/context.ts'
import { type Answer, answer } from '#server/slice.ts'
import { type AttributeOwner, deleteAttribute, listAttributes, setAttribute, showAttribute } from './attributes.ts'
import './events.ts'

/**
 * The answers for administrators about the custom attributes of a kind of owner.
 *
 * @param find  loads the owner for an ability of its kind
 */
export function customAttributeAnswers(
  kind: AttributeOwner['kind'],
  { list, get, set, remove }: CustomAttributeOperations,
  find: (ctx: Context, id: number | string) => Promise<{ readonly id: number }>,
): readonly Answer[] {
  const owner = async (ctx: Context, id: number | string): Promise<AttributeOwner> => ({
    kind,
    id: (await find(ctx, id)).id,
  })
  return [
    answer(list, { for: 'admin', run: async (ctx, { id }) => listAttributes(ctx, await owner(ctx, id)) }),
    answer(get, { for: 'admin', run: async (ctx, { id, key }) => showAttribute(ctx, await owner(ctx, id), key) }),
    answer(set, {
      for: 'admin',
      run: async (ctx, { id, key, value }) => setAttribute(ctx, await owner(ctx, id), { key, value }),
    }),
    answer(remove, {
      for: 'admin',
      run: async (ctx, { id, key }) => deleteAttribute(ctx, await owner(ctx, id), key),
    }),
  ]
}
