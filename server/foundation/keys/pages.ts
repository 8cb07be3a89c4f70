import { gpgKeysPage, sshKeysPage } from '#contract/foundation/keys.ts'
import { foundationTitles } from '#contract/foundation/page-titles.ts'
import type { PageAddress } from '#server/page-address.ts'

export const keysPages: readonly PageAddress[] = [
  {
    name: 'ssh-keys',
    address: '/-/user_settings/ssh_keys',
    operation: sshKeysPage,
    title: foundationTitles.sshKeys,
    module: 'foundation/user-settings/SshKeysPage.tsx',
  },
  {
    name: 'gpg-keys',
    address: '/-/user_settings/gpg_keys',
    operation: gpgKeysPage,
    title: foundationTitles.gpgKeys,
    module: 'foundation/user-settings/GpgKeysPage.tsx',
  },
]
