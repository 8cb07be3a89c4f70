import * as contract from '#contract/foundation/users.ts'
import { type Context, selfId, transact } from '#server/context.ts'
import { Forbidden, NotFound, noneGiven } from '#server/errors.ts'
import { listAttributes } from '#server/foundation/custom-attributes/attributes.ts'
import { showsCustomAttributes } from '#server/foundation/custom-attributes/filter.ts'
import { inviteToSetPassword } from '#server/foundation/passwords/forgot-password.ts'
import { type Answer, answer, refuseChanged } from '#server/slice.ts'
import { approveUser, rejectUser } from './approval.ts'
import { createUser, prepareUser } from './creation/create.ts'
import { confirmAddedEmail } from './emails/add.ts'
import { askForEmail, confirmEmail } from './emails/email-change.ts'
import { userById } from './find.ts'
import { forgetIdentity, identityOf, keepIdentity } from './identities.ts'
import { listUsers } from './list.ts'
import { avatarUrl, presentStatus, presentUser } from './present.ts'
import { avatarFile, avatarLimitBytes, changeAvatar, removeAvatar, setAvatar } from './profile/avatar.ts'
import {
  changeDiffPreferences,
  changePreferences,
  readDiffPreferences,
  readPreferences,
} from './profile/preferences.ts'
import { readProfile, updateProfile } from './profile/profile.ts'
import { readStatus, setStatus } from './profile/set-status.ts'
import { statusOf } from './profile/status.ts'
import { userRow } from './queries.ts'
import { removeUser } from './remove.ts'
import { changeState, type StateChange } from './states.ts'
import { changeUser, type UserChanges } from './update.ts'
import { userCounts, viewer } from './viewer.ts'

async function shownUser(ctx: Context, userId: number) {
  const row = await userRow(ctx.db, userId)
  if (row === undefined) throw new NotFound('User')
  return presentUser(ctx.services.settings, ctx.actor, row)
}

const stateChange = (operation: typeof contract.blockUser, name: StateChange): Answer =>
  answer(operation, { about: userById, ability: 'user:admin', run: (ctx, user) => changeState(ctx, user, name) })

interface AdministratorsInput {
  readonly admin?: boolean
  readonly external?: boolean
  readonly staff?: boolean
  readonly note?: string | null
}

/** The names of the contract as those of the columns. */
function columnsOf<I extends AdministratorsInput>({ admin, external, staff, note, ...rest }: I) {
  return {
    ...rest,
    ...(admin === undefined ? {} : { isAdmin: admin }),
    ...(external === undefined ? {} : { isExternal: external }),
    ...(staff === undefined ? {} : { isStaff: staff }),
    ...(note === undefined ? {} : { adminNote: note }),
  }
}

/** Maximum bytes of a request that can contain an avatar. */
const bodyLimitBytes = avatarLimitBytes + 64 * 1024

export const usersAnswers: readonly Answer[] = [
  answer(contract.getViewer, { for: 'anyone', run: viewer }),
  answer(contract.getUser, { for: 'signed-in', run: ctx => shownUser(ctx, selfId(ctx)) }),
  answer(contract.listUsers, { for: 'anyone', run: listUsers }),
  answer(contract.getUserById, {
    about: userById,
    ability: 'user:read',
    run: async (ctx, user, asked) => {
      const customAttributes = showsCustomAttributes(ctx, asked)
        ? { customAttributes: await listAttributes(ctx, { kind: 'user', id: user.id }) }
        : {}
      return presentUser(ctx.services.settings, ctx.actor, { ...user, ...customAttributes })
    },
  }),
  answer(contract.createUser, {
    for: 'admin',
    transaction: 'own',
    bodyLimitBytes,
    run: async (
      ctx,
      { password, resetPassword, forceRandomPassword, skipConfirmation: _, avatar, provider, externUid, ...input },
    ) => {
      const isMadeUp = resetPassword === true || forceRandomPassword === true
      if (!isMadeUp && password === undefined) throw noneGiven('password', 'reset_password', 'force_random_password')
      const identity = identityOf(provider, externUid)
      const prepared = await prepareUser({
        ...columnsOf(input),
        password: isMadeUp ? null : (password ?? null),
        createdById: selfId(ctx),
      })
      return transact(ctx, async inner => {
        const { userId } = await createUser(inner, prepared)
        if (identity !== null) await keepIdentity(inner, userId, identity)
        await changeAvatar(inner, userId, avatar)
        if (resetPassword === true) await inviteToSetPassword(inner, userId)
        return shownUser(inner, userId)
      })
    },
  }),
  answer(contract.updateUser, {
    about: userById,
    ability: 'user:admin',
    bodyLimitBytes,
    run: async (ctx, user, { id: _, skipReconfirmation, avatar, provider, externUid, ...input }) => {
      const identity = identityOf(provider, externUid)
      const { email, ...changes } = columnsOf(input)
      const isNewEmail = email !== undefined && email.trim() !== user.email
      if (user.isBot && (input.admin === true || input.password !== undefined || isNewEmail))
        throw new Forbidden(
          'Bots cannot be administrators or have a password, and their email address cannot be changed',
        )
      const atOnce: UserChanges = isNewEmail && skipReconfirmation === true ? { ...changes, email } : changes
      await changeUser(ctx, user, atOnce)
      if (isNewEmail && skipReconfirmation !== true) await askForEmail(ctx, user, email.trim())
      if (identity !== null) await keepIdentity(ctx, user.id, identity)
      await changeAvatar(ctx, user.id, avatar)
      return shownUser(ctx, user.id)
    },
  }),
  answer(contract.deleteUser, {
    about: userById,
    ability: 'user:admin',
    run: async (ctx, user, { hardDelete, ...unless }) => {
      refuseChanged(user, unless)
      await removeUser(ctx, user, hardDelete === true ? 'delete' : 'keep')
    },
  }),
  answer(contract.deleteIdentity, {
    about: userById,
    ability: 'user:admin',
    run: (ctx, user, { provider }) => forgetIdentity(ctx, user.id, provider),
  }),
  stateChange(contract.blockUser, 'block'),
  stateChange(contract.unblockUser, 'unblock'),
  stateChange(contract.banUser, 'ban'),
  stateChange(contract.unbanUser, 'unban'),
  stateChange(contract.activateUser, 'activate'),
  stateChange(contract.deactivateUser, 'deactivate'),
  answer(contract.approveUser, { about: userById, ability: 'user:admin', run: approveUser }),
  answer(contract.rejectUser, { about: userById, ability: 'user:admin', run: rejectUser }),

  answer(contract.getOwnStatus, {
    for: 'signed-in',
    run: async ctx => {
      const status = await readStatus(ctx, selfId(ctx))
      if (status === null) throw new NotFound('User')
      return presentStatus(status)
    },
  }),
  answer(contract.setStatus, {
    for: 'signed-in',
    run: async (ctx, input) => presentStatus(await setStatus(ctx, selfId(ctx), input, 'clear')),
  }),
  answer(contract.changeStatus, {
    for: 'signed-in',
    run: async (ctx, input) => presentStatus(await setStatus(ctx, selfId(ctx), input, 'keep')),
  }),
  answer(contract.getStatus, {
    for: 'anyone',
    run: async (ctx, { userId }) => {
      const user = await ctx.db
        .selectFrom('users')
        .select(['statusEmoji', 'statusMessage', 'statusAvailability', 'statusClearAt'])
        .where(eb =>
          typeof userId === 'number'
            ? eb('id', '=', userId)
            : eb(eb.fn<string>('lower', ['username']), '=', userId.toLowerCase()),
        )
        .executeTakeFirst()
      if (user === undefined) throw new NotFound('User')
      return presentStatus(statusOf(user, ctx.now))
    },
  }),

  answer(contract.setAvatar, {
    for: 'signed-in',
    bodyLimitBytes,
    run: async (ctx, { avatar }) => {
      const id = selfId(ctx)
      const avatarUploadId = await setAvatar(ctx, id, avatar)
      return { avatarUrl: avatarUrl(ctx.services.settings, { id, avatarUploadId }) }
    },
  }),
  answer(contract.removeAvatar, {
    for: 'signed-in',
    run: ctx => removeAvatar(ctx, selfId(ctx)),
  }),
  answer(contract.getAvatarFile, { for: 'anyone', run: (ctx, { id, uploadId }) => avatarFile(ctx, id, uploadId) }),
  answer(contract.getAvatar, {
    for: 'anyone',
    run: async (ctx, { email }) => {
      const user = await ctx.db
        .selectFrom('users')
        .select(['id', 'avatarUploadId'])
        .where('publicEmail', '<>', '')
        .where(eb => eb(eb.fn<string>('lower', ['email']), '=', email.toLowerCase()))
        .executeTakeFirst()
      return { avatarUrl: user === undefined ? null : avatarUrl(ctx.services.settings, user) }
    },
  }),

  answer(contract.getUserCounts, { for: 'signed-in', run: userCounts }),
  answer(contract.getProfile, { for: 'signed-in', run: ctx => readProfile(ctx, selfId(ctx)) }),
  answer(contract.updateProfile, {
    for: 'signed-in',
    // Control of the email address means control of the account.
    bySession: true,
    transaction: 'own',
    run: (ctx, input) => updateProfile(ctx, selfId(ctx), input),
  }),
  answer(contract.confirmEmail, {
    for: 'anyone',
    run: async (ctx, { token }) => {
      if (!(await confirmAddedEmail(ctx, token))) await confirmEmail(ctx, token)
    },
  }),
  answer(contract.getDiffPreferences, { for: 'signed-in', run: ctx => readDiffPreferences(ctx, selfId(ctx)) }),
  answer(contract.updateDiffPreferences, {
    for: 'signed-in',
    run: (ctx, input) => changeDiffPreferences(ctx, selfId(ctx), input),
  }),
  answer(contract.getPreferences, { for: 'signed-in', run: ctx => readPreferences(ctx, selfId(ctx)) }),
  answer(contract.updatePreferences, {
    for: 'signed-in',
    run: (ctx, input) => changePreferences(ctx, selfId(ctx), input),
  }),
]
