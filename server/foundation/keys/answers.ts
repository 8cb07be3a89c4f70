import { sql } from 'kysely'
import * as contract from '#contract/foundation/keys.ts'
import { type Context, selfId } from '#server/context.ts'
import { NotFound } from '#server/errors.ts'
import { userIdByRef } from '#server/foundation/users/find.ts'
import { presentUser } from '#server/foundation/users/present.ts'
import { userRow } from '#server/foundation/users/queries.ts'
import { type Answer, answer, StreamReply } from '#server/slice.ts'
import { addSshKey } from './add-ssh-key.ts'
import {
  addGpgKey,
  deleteGpgKey,
  gpgKeyOf,
  gpgKeysForPage,
  gpgKeysOf,
  pageOfGpgKeys,
  presentGpgKey,
} from './gpg-keys.ts'
import {
  deleteSshKey,
  hasFingerprint,
  pageOfSshKeys,
  presentSshKey,
  presentSshKeyOnPage,
  type SshKeyRow,
  showSshKeyOf,
  sshKeyByFingerprint,
  sshKeyById,
  sshKeysOf,
  usableSshKeysOf,
  withoutComment,
} from './ssh-keys.ts'

async function withUser(ctx: Context, key: SshKeyRow) {
  const user = await userRow(ctx.db, key.userId)
  if (user === undefined) throw new NotFound('Key')
  return { ...presentSshKey(key), user: presentUser(ctx.services.settings, ctx.actor, user) }
}

/** The deploy key of a fingerprint with the user who added it; null when there is none. @source GitLab's API, keys */
async function deployKeyWithUser(ctx: Context, fingerprint: string) {
  const row = await ctx.db
    .selectFrom('deployKeys')
    .select(['id', 'title', 'key', 'creatorId', 'createdAt', 'expiresAt', 'lastUsedAt'])
    .where(sql<boolean>`${hasFingerprint(fingerprint)}`)
    .executeTakeFirst()
  if (row === undefined) return null
  const { creatorId, ...key } = row
  const [user, opened] = await Promise.all([
    creatorId === null ? undefined : userRow(ctx.db, creatorId),
    ctx.db
      .selectFrom('deployKeysProjects')
      .select(['deployKeyId', 'namespaceId as projectId', 'createdAt', 'createdAt as updatedAt', 'canPush'])
      .where('deployKeyId', '=', key.id)
      .orderBy('namespaceId')
      .execute(),
  ])
  return {
    ...key,
    usageType: 'auth' as const,
    user: user === undefined ? null : presentUser(ctx.services.settings, ctx.actor, user),
    deployKeysProjects: opened,
  }
}

function plainText(lines: readonly string[]): StreamReply {
  return new StreamReply(Buffer.from(lines.map(line => `${line}\n`).join('')), {
    'content-type': 'text/plain; charset=utf-8',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-cache',
  })
}

const sshAnswers: readonly Answer[] = [
  answer(contract.listOwnSshKeys, { for: 'signed-in', run: (ctx, input) => pageOfSshKeys(ctx, selfId(ctx), input) }),
  answer(contract.getOwnSshKey, {
    for: 'signed-in',
    run: (ctx, { keyId }) => showSshKeyOf(ctx, selfId(ctx), keyId),
  }),
  answer(contract.createSshKey, {
    for: 'signed-in',
    run: async (ctx, input) => presentSshKey(await addSshKey(ctx, selfId(ctx), input)),
  }),
  answer(contract.deleteSshKey, {
    for: 'signed-in',
    run: (ctx, { keyId }) => deleteSshKey(ctx, selfId(ctx), keyId),
  }),
  answer(contract.listSshKeys, {
    for: 'anyone',
    run: async (ctx, { userId, ...paging }) => pageOfSshKeys(ctx, await userIdByRef(ctx, userId), paging),
  }),
  answer(contract.getSshKey, {
    for: 'anyone',
    run: async (ctx, { userId, keyId }) => showSshKeyOf(ctx, await userIdByRef(ctx, userId), keyId),
  }),
  answer(contract.createSshKeyFor, {
    for: 'admin',
    run: async (ctx, { userId, ...input }) =>
      presentSshKey(await addSshKey(ctx, await userIdByRef(ctx, userId), input)),
  }),
  answer(contract.deleteSshKeyOf, {
    for: 'admin',
    run: (ctx, { userId, keyId }) => deleteSshKey(ctx, userId, keyId),
  }),
  answer(contract.findSshKey, {
    for: 'admin',
    run: async (ctx, { fingerprint }) =>
      (await deployKeyWithUser(ctx, fingerprint)) ?? withUser(ctx, await sshKeyByFingerprint(ctx, fingerprint)),
  }),
  answer(contract.getSshKeyWithUser, {
    for: 'admin',
    run: async (ctx, { keyId }) => withUser(ctx, await sshKeyById(ctx, keyId)),
  }),
  answer(contract.showSshKeys, {
    for: 'anyone',
    run: async (ctx, { username }) => {
      const keys = await usableSshKeysOf(ctx, await userIdByRef(ctx, username))
      return plainText(keys.map(({ key }) => withoutComment(key)))
    },
  }),
  answer(contract.sshKeysPage, {
    for: 'signed-in',
    run: async ctx => ({ keys: (await sshKeysOf(ctx.db, selfId(ctx))).map(presentSshKeyOnPage) }),
  }),
]

const gpgAnswers: readonly Answer[] = [
  answer(contract.listOwnGpgKeys, { for: 'signed-in', run: (ctx, input) => pageOfGpgKeys(ctx, selfId(ctx), input) }),
  answer(contract.getOwnGpgKey, {
    for: 'signed-in',
    run: async (ctx, { keyId }) => presentGpgKey(await gpgKeyOf(ctx, selfId(ctx), keyId)),
  }),
  answer(contract.createGpgKey, {
    for: 'signed-in',
    run: async (ctx, { key }) => presentGpgKey(await addGpgKey(ctx, selfId(ctx), key)),
  }),
  answer(contract.deleteGpgKey, {
    for: 'signed-in',
    run: (ctx, { keyId }) => deleteGpgKey(ctx, selfId(ctx), keyId),
  }),
  answer(contract.listGpgKeys, {
    for: 'anyone',
    run: async (ctx, { userId, ...paging }) => pageOfGpgKeys(ctx, await userIdByRef(ctx, userId), paging),
  }),
  answer(contract.getGpgKey, {
    for: 'anyone',
    run: async (ctx, { userId, keyId }) => presentGpgKey(await gpgKeyOf(ctx, await userIdByRef(ctx, userId), keyId)),
  }),
  answer(contract.createGpgKeyFor, {
    for: 'admin',
    run: async (ctx, { userId, key }) => presentGpgKey(await addGpgKey(ctx, await userIdByRef(ctx, userId), key)),
  }),
  answer(contract.deleteGpgKeyOf, {
    for: 'admin',
    run: (ctx, { userId, keyId }) => deleteGpgKey(ctx, userId, keyId),
  }),
  answer(contract.showGpgKeys, {
    for: 'anyone',
    run: async (ctx, { username }) => {
      const keys = await gpgKeysOf(ctx.db, await userIdByRef(ctx, username))
      return plainText(keys.map(({ key }) => key))
    },
  }),
  answer(contract.gpgKeysPage, {
    for: 'signed-in',
    run: async ctx => ({ keys: await gpgKeysForPage(ctx, selfId(ctx)) }),
  }),
]

export const keysAnswers: readonly Answer[] = [...sshAnswers, ...gpgAnswers]
