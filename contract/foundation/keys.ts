import { Type } from 'typebox'
import { operationsOf } from '#contract/operation.ts'
import { DateTime, Empty, Nullable, Page, Words } from '#contract/shapes.ts'
import { User } from './users.ts'

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
/** A user by id or username. */
const user = Type.Unsafe<number | string>({ type: ['integer', 'string'] })
const armored = Type.String({ maxLength: 200_000 })

const newSshKey = {
  title: Type.String({ maxLength: 1000 }),
  key: Type.String({ maxLength: 10_000 }),
  expiresAt: Type.Optional(Nullable(DateTime)),
  usageType: Type.Optional(Words(sshKeyUsages)),
}

export const listOwnSshKeys = operation({
  name: 'listOwnSshKeys',
  summary: 'The SSH keys of the signed-in user.',
  at: 'GET /user/keys',
  input: Type.Object({ ...Page }),
  reply: Type.Array(SshKey),
})

export const getOwnSshKey = operation({
  name: 'getOwnSshKey',
  summary: 'An SSH key of the signed-in user.',
  at: 'GET /user/keys/:keyId',
  input: Type.Object({ keyId }),
  reply: SshKey,
})

export const createSshKey = operation({
  name: 'createSshKey',
  summary: 'Add an SSH key. A key belongs to one user of the site.',
  at: 'POST /user/keys',
  input: Type.Object(newSshKey),
  reply: SshKey,
})

export const deleteSshKey = operation({
  name: 'deleteSshKey',
  summary: 'Delete an SSH key of the signed-in user.',
  at: 'DELETE /user/keys/:keyId',
  input: Type.Object({ keyId }),
  reply: Empty,
})

export const listSshKeys = operation({
  name: 'listSshKeys',
  summary: 'The SSH keys of a user, by id or username. They are public.',
  at: 'GET /users/:userId/keys',
  input: Type.Object({ userId: user, ...Page }),
  reply: Type.Array(SshKey),
})

export const getSshKey = operation({
  name: 'getSshKey',
  summary: 'An SSH key of a user.',
  at: 'GET /users/:userId/keys/:keyId',
  input: Type.Object({ userId: user, keyId }),
  reply: SshKey,
})

export const createSshKeyFor = operation({
  name: 'createSshKeyFor',
  summary: 'Add an SSH key for a user. Administrators only.',
  at: 'POST /users/:userId/keys',
  input: Type.Object({ userId, ...newSshKey }),
  reply: SshKey,
})

export const deleteSshKeyOf = operation({
  name: 'deleteSshKeyOf',
  summary: 'Delete an SSH key of a user. Administrators only.',
  at: 'DELETE /users/:userId/keys/:keyId',
  input: Type.Object({ userId, keyId }),
  reply: Empty,
})

export const findSshKey = operation({
  name: 'findSshKey',
  summary: 'The SSH key of a fingerprint (SHA256 or MD5) and its user. Administrators only.',
  at: 'GET /keys',
  input: Type.Object({ fingerprint: Type.String({ maxLength: 255 }) }),
  reply: SshKeyWithUser,
})

export const getSshKeyWithUser = operation({
  name: 'getSshKeyWithUser',
  summary: 'An SSH key and its user. Administrators only.',
  at: 'GET /keys/:keyId',
  input: Type.Object({ keyId }),
  reply: SshKeyWithUser,
})

export const listOwnGpgKeys = operation({
  name: 'listOwnGpgKeys',
  summary: 'The GPG keys of the signed-in user.',
  at: 'GET /user/gpg_keys',
  input: Type.Object({ ...Page }),
  reply: Type.Array(GpgKey),
})

export const getOwnGpgKey = operation({
  name: 'getOwnGpgKey',
  summary: 'A GPG key of the signed-in user.',
  at: 'GET /user/gpg_keys/:keyId',
  input: Type.Object({ keyId }),
  reply: GpgKey,
})

export const createGpgKey = operation({
  name: 'createGpgKey',
  summary: 'Add a GPG key. A key belongs to one user of the site.',
  at: 'POST /user/gpg_keys',
  input: Type.Object({ key: armored }),
  reply: GpgKey,
})

export const deleteGpgKey = operation({
  name: 'deleteGpgKey',
  summary: 'Delete a GPG key of the signed-in user.',
  at: 'DELETE /user/gpg_keys/:keyId',
  input: Type.Object({ keyId }),
  reply: Empty,
})

export const listGpgKeys = operation({
  name: 'listGpgKeys',
  summary: 'The GPG keys of a user, by id or username. They are public.',
  at: 'GET /users/:userId/gpg_keys',
  input: Type.Object({ userId: user, ...Page }),
  reply: Type.Array(GpgKey),
})

export const getGpgKey = operation({
  name: 'getGpgKey',
  summary: 'A GPG key of a user.',
  at: 'GET /users/:userId/gpg_keys/:keyId',
  input: Type.Object({ userId: user, keyId }),
  reply: GpgKey,
})

export const createGpgKeyFor = operation({
  name: 'createGpgKeyFor',
  summary: 'Add a GPG key for a user. Administrators only.',
  at: 'POST /users/:userId/gpg_keys',
  input: Type.Object({ userId, key: armored }),
  reply: GpgKey,
})

export const deleteGpgKeyOf = operation({
  name: 'deleteGpgKeyOf',
  summary: 'Delete a GPG key of a user. Administrators only.',
  at: 'DELETE /users/:userId/gpg_keys/:keyId',
  input: Type.Object({ userId, keyId }),
  reply: Empty,
})

const plainText = Type.Unsafe<never>({ type: 'string', format: 'binary' })

export const showSshKeys = operation({
  name: 'showSshKeys',
  summary: 'The SSH keys of a user as the lines of an `authorized_keys` file, at `/:username.keys`.',
  at: 'GET /-/users/:username/ssh_keys',
  input: Type.Object({ username: Type.String({ maxLength: 255 }) }),
  reply: plainText,
})

export const showGpgKeys = operation({
  name: 'showGpgKeys',
  summary: 'The GPG keys of a user in one armored text, at `/:username.gpg`.',
  at: 'GET /-/users/:username/gpg_keys',
  input: Type.Object({ username: Type.String({ maxLength: 255 }) }),
  reply: plainText,
})

export const sshKeysPage = operation({
  name: 'sshKeysPage',
  summary: 'What the SSH keys page shows.',
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
  summary: 'What the GPG keys page shows.',
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
