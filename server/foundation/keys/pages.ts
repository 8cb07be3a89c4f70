import { gpgKeysPage, sshKeysPage } from '#contract/foundation/keys.ts'
import type { PageAddress } from '#server/slice.ts'

export const keysPages: readonly PageAddress[] = [
  { name: 'ssh-keys', address: '/-/user_settings/ssh_keys', operation: sshKeysPage },
  { name: 'gpg-keys', address: '/-/user_settings/gpg_keys', operation: gpgKeysPage },
]
