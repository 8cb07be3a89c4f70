import { type TProperties, type TSchema, Type } from 'typebox'
import { operationsOf } from '#contract/operation.ts'
import { DateTime, Empty, Nullable, Page, Words } from '#contract/shapes.ts'
import { User, UserRef } from './users.ts'

export const sshKeyUsages = ['auth_and_signing', 'auth', 'signing'] as const

export const SshKey = Type.Object({
  id: Type.Integer(),
  title: Type.String(),
  createdAt: DateTime,
  expiresAt: Nullable(DateTime),
  /** Null as long as the key was not used to sign in. */
  lastUsedAt: Nullable(DateTime),
  key: Type.String(),
  usageType: Words(sshKeyUsages),
})

const SshKeyWithUser = Type.Object({ ...SshKey.properties, user: User })

export const GpgKey = Type.Object({ id: Type.Integer(), key: Type.String(), createdAt: DateTime })

const operation = operationsOf('Keys')
const keyId = Type.Integer({ minimum: 1 })
const userId = Type.Integer({ minimum: 1 })
const armored = Type.String({ maxLength: 200_000 })

const newSshKey = {
  title: Type.String({ maxLength: 1000 }),
  key: Type.String({ maxLength: 10_000 }),
  expiresAt: Type.Optional(Nullable(DateTime)),
  usageType: Type.Optional(Words(sshKeyUsages)),
}

/** The operations on the SSH or GPG keys of a user, by themselves and by others. */
function operationsOn<Key extends TSchema, Added extends TProperties>(kind: 'Ssh' | 'Gpg', Key: Key, added: Added) {
  const keys = `${kind.toUpperCase()} keys`
  const aKey = kind === 'Ssh' ? 'an SSH key' : 'a GPG key'
  const path = kind === 'Ssh' ? 'keys' : 'gpg_keys'
  return {
    listOwn: operation({
      name: `listOwn${kind}Keys`,
      summary: `List ${keys} of the current user`,
      at: `GET /user/${path}`,
      input: Type.Object({ ...Page }),
      reply: Type.Array(Key),
    }),
    getOwn: operation({
      name: `getOwn${kind}Key`,
      summary: `Get ${aKey} of the current user`,
      at: `GET /user/${path}/:keyId`,
      input: Type.Object({ keyId }),
      reply: Key,
    }),
    create: operation({
      name: `create${kind}Key`,
      summary: `Add ${aKey}. A key can belong to only one user`,
      at: `POST /user/${path}`,
      input: Type.Object(added),
      reply: Key,
    }),
    remove: operation({
      name: `delete${kind}Key`,
      summary: `Delete ${aKey} of the current user`,
      at: `DELETE /user/${path}/:keyId`,
      input: Type.Object({ keyId }),
      reply: Empty,
    }),
    list: operation({
      name: `list${kind}Keys`,
      summary: `List ${keys} of a user by ID or username`,
      at: `GET /users/:userId/${path}`,
      input: Type.Object({ userId: UserRef, ...Page }),
      reply: Type.Array(Key),
    }),
    get: operation({
      name: `get${kind}Key`,
      summary: `Get ${aKey} of a user`,
      at: `GET /users/:userId/${path}/:keyId`,
      input: Type.Object({ userId: UserRef, keyId }),
      reply: Key,
    }),
    createFor: operation({
      name: `create${kind}KeyFor`,
      summary: `Add ${aKey} for a user (administrators only)`,
      at: `POST /users/:userId/${path}`,
      input: Type.Object({ userId, ...added }),
      reply: Key,
    }),
    removeOf: operation({
      name: `delete${kind}KeyOf`,
      summary: `Delete ${aKey} of a user (administrators only)`,
      at: `DELETE /users/:userId/${path}/:keyId`,
      input: Type.Object({ userId, keyId }),
      reply: Empty,
    }),
  }
}

export const keyOperations = {
  ssh: operationsOn('Ssh', SshKey, newSshKey),
  gpg: operationsOn('Gpg', GpgKey, { key: armored }),
}

export const {
  listOwn: listOwnSshKeys,
  getOwn: getOwnSshKey,
  create: createSshKey,
  remove: deleteSshKey,
  list: listSshKeys,
  get: getSshKey,
  createFor: createSshKeyFor,
  removeOf: deleteSshKeyOf,
} = keyOperations.ssh

export const findSshKey = operation({
  name: 'findSshKey',
  summary: 'Get an SSH key or deploy key and its user by SHA256 or MD5 fingerprint (administrators only)',
  at: 'GET /keys',
  input: Type.Object({ fingerprint: Type.String({ maxLength: 255 }) }),
  reply: Type.Object({
    ...SshKeyWithUser.properties,
    /** Null where the account of who added a deploy key is gone. */
    user: Nullable(User),
    /** The projects that a deploy key gives access to. */
    deployKeysProjects: Type.Optional(
      Type.Array(
        Type.Object({
          deployKeyId: Type.Integer(),
          projectId: Type.Integer(),
          createdAt: DateTime,
          updatedAt: DateTime,
          canPush: Type.Boolean(),
        }),
      ),
    ),
  }),
})

export const getSshKeyWithUser = operation({
  name: 'getSshKeyWithUser',
  summary: 'Get an SSH key and its user (administrators only)',
  at: 'GET /keys/:keyId',
  input: Type.Object({ keyId }),
  reply: SshKeyWithUser,
})

export const {
  listOwn: listOwnGpgKeys,
  getOwn: getOwnGpgKey,
  create: createGpgKey,
  remove: deleteGpgKey,
  list: listGpgKeys,
  get: getGpgKey,
  createFor: createGpgKeyFor,
  removeOf: deleteGpgKeyOf,
} = keyOperations.gpg

const plainText = Type.Unsafe<never>({ type: 'string', format: 'binary' })

export const showSshKeys = operation({
  name: 'showSshKeys',
  summary: 'Get SSH keys of a user in `authorized_keys` format at `/:username.keys`',
  at: 'GET /-/users/:username/ssh_keys',
  input: Type.Object({ username: Type.String({ maxLength: 255 }) }),
  reply: plainText,
})

export const showGpgKeys = operation({
  name: 'showGpgKeys',
  summary: 'Get GPG keys of a user in ASCII armor at `/:username.gpg`',
  at: 'GET /-/users/:username/gpg_keys',
  input: Type.Object({ username: Type.String({ maxLength: 255 }) }),
  reply: plainText,
})

export const sshKeysPage = operation({
  name: 'sshKeysPage',
  summary: 'Get data for the SSH keys page',
  at: 'GET /-/pages/ssh_keys',
  reply: Type.Object({
    keys: Type.Array(
      Type.Object({
        ...SshKey.properties,
        /** `ED25519`, `RSA 4096` */
        kind: Type.String(),
        fingerprint: Type.String(),
      }),
    ),
  }),
})

export const gpgKeysPage = operation({
  name: 'gpgKeysPage',
  summary: 'Get data for the GPG keys page',
  at: 'GET /-/pages/gpg_keys',
  reply: Type.Object({
    keys: Type.Array(
      Type.Object({
        ...GpgKey.properties,
        fingerprint: Type.String(),
        subkeyIds: Type.Array(Type.String()),
        emails: Type.Array(Type.Object({ email: Type.String(), isVerified: Type.Boolean() })),
      }),
    ),
  }),
})
