import { load } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { noteableByGid, noteById } from '#server/discuss/noteables/noteable.ts'
import { Invalid, NotFound } from '#server/errors.ts'
import { type UserRow, userRow } from '#server/foundation/users/queries.ts'
import { type GlobalRef, noteClasses } from '#server/graphql/ids.ts'
import { type InputFields, mutation } from '#server/graphql/mutation.ts'
import { emojiByName } from '#server/platform/markdown/emoji.ts'
import { AwardEmoji } from './award-fields.ts'
import { type Awardable, react, takeBackReaction, toggleReaction } from './react.ts'

interface AwardParent {
  readonly award: { readonly name: string; readonly user: UserRow }
}

/** The subject of the reaction, if the actor may react to it. */
async function awardable(ctx: Context, ref: GlobalRef): Promise<Awardable> {
  if (isNoteClass(ref.class)) {
    const note = await load(ctx, 'note:award-emoji', noteById, ref.id)
    return { issuable: note.noteable, noteId: note.id, internal: note.internal }
  }
  return { issuable: await load(ctx, 'issuable:award-emoji', noteableByGid, ref), noteId: null, internal: false }
}

const isNoteClass = (name: string): boolean => noteClasses.some(each => each === name)

/** The emoji's own name. @throws Invalid  no emoji has it */
function nameOf(given: string): string {
  const emoji = emojiByName(given.trim().replace(/^:|:$/g, ''))
  if (emoji === undefined) throw new Invalid({ name: ['is not a valid emoji name'] })
  return emoji.name
}

async function own(ctx: Context, name: string): Promise<AwardParent['award']> {
  const user = ctx.actor.kind === 'user' ? await userRow(ctx.db, ctx.actor.id) : undefined
  if (user === undefined) throw new NotFound('User')
  return { name, user }
}

export function reactionsFields(): void {
  const input = (t: InputFields) => ({
    awardableId: t.field({ type: 'AwardableID', required: true }),
    name: t.string({ required: true }),
  })
  mutation('awardEmojiAdd', {
    description: 'Add an emoji reaction.',
    input,
    run: async (ctx, given): Promise<AwardParent> => {
      const on = await awardable(ctx, given.awardableId)
      const name = nameOf(given.name)
      try {
        await react(ctx, on, name)
      } catch (error) {
        if (error instanceof NotFound) throw new Invalid({ name: ['has already been taken'] }, { cause: error })
        throw error
      }
      return { award: await own(ctx, name) }
    },
    payload: t => ({ awardEmoji: t.field({ type: AwardEmoji, resolve: ({ award }) => award ?? null }) }),
  })
  mutation('awardEmojiRemove', {
    description: 'Remove an emoji reaction.',
    input,
    run: async (ctx, given): Promise<AwardParent> => {
      const on = await awardable(ctx, given.awardableId)
      const name = nameOf(given.name)
      if (!(await takeBackReaction(ctx, on, name)))
        throw new Invalid(`You have not awarded emoji of type ${name} on the awardable`)
      return { award: await own(ctx, name) }
    },
    payload: t => ({ awardEmoji: t.field({ type: AwardEmoji, resolve: ({ award }) => award ?? null }) }),
  })
  mutation('awardEmojiToggle', {
    description: 'Toggle an emoji reaction.',
    input,
    run: async (ctx, given) => {
      const on = await awardable(ctx, given.awardableId)
      const name = nameOf(given.name)
      const isOn = (await toggleReaction(ctx, on, name)) === 'added'
      return { isOn, ...(isOn ? { award: await own(ctx, name) } : {}) }
    },
    payload: t => ({
      awardEmoji: t.field({ type: AwardEmoji, resolve: ({ award }) => award ?? null }),
      toggledOn: t.boolean({ nullable: false, resolve: ({ isOn }) => isOn ?? false }),
    }),
  })
}
