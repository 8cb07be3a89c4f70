import {
  AlertIcon,
  BellIcon,
  GearIcon,
  KeyIcon,
  PersonIcon,
  SunIcon,
  TerminalIcon,
  VerifiedIcon,
} from '@primer/octicons-react'
import type { ReactNode } from 'react'
import { usePlace } from '#web/api/place.ts'
import { SideFrame } from '../SideFrame.tsx'

interface UserSettingsFrameProps {
  readonly active:
    | 'profile'
    | 'account'
    | 'preferences'
    | 'notifications'
    | 'paging'
    | 'tokens'
    | 'ssh-keys'
    | 'gpg-keys'
  readonly title: string
  readonly detail?: ReactNode
  readonly actions?: ReactNode
  readonly children: ReactNode
}

const base = '/-/user_settings'
const items = [
  { key: 'profile', label: 'Profile', href: `${base}/profile`, icon: <PersonIcon /> },
  { key: 'account', label: 'Account', href: `${base}/account`, icon: <GearIcon /> },
  { key: 'preferences', label: 'Preferences', href: `${base}/preferences`, icon: <SunIcon /> },
  { key: 'notifications', label: 'Notifications', href: `${base}/notifications`, icon: <BellIcon /> },
  { key: 'paging', label: 'Paging', href: `${base}/paging`, icon: <AlertIcon /> },
  { key: 'tokens', label: 'Access tokens', href: `${base}/personal_access_tokens`, icon: <KeyIcon /> },
  { key: 'ssh-keys', label: 'SSH keys', href: `${base}/ssh_keys`, icon: <TerminalIcon /> },
  { key: 'gpg-keys', label: 'GPG keys', href: `${base}/gpg_keys`, icon: <VerifiedIcon /> },
]

export function UserSettingsFrame(props: UserSettingsFrameProps) {
  usePlace({
    title: props.title,
    namespace: null,
    active: null,
    crumbs: [{ label: 'Your settings', href: `${base}/profile` }],
  })
  return <SideFrame label="Your settings" items={items} {...props} />
}
