import { useSyncExternalStore } from 'react'
import type { Viewer } from '#web/api/page.ts'
import { unsentCount, watchRows } from '#web/api/unsent-texts/kept-rows.ts'
import type { LateMenuProps } from '#web/ui/actions/LateMenu.tsx'
import { AnchoredMenu, type MenuItem } from '#web/ui/actions/Menu.tsx'
import styles from './Bar.module.css'
import { leave } from './leave.ts'

export interface UserMenuProps extends LateMenuProps {
  readonly user: NonNullable<Viewer['user']>
  readonly counts: Viewer['counts']
  readonly onStatus: () => void
}

/** The menu of the signed-in user, with their own pages. */
export function UserMenu({ user, counts, onStatus, ...menu }: UserMenuProps) {
  const unsentTexts = useSyncExternalStore(watchRows, unsentCount, () => null) ?? counts.unsentTexts
  return (
    <AnchoredMenu
      {...menu}
      label="You"
      header={
        <span className={styles.who}>
          <strong>
            <bdi>{user.name}</bdi>
          </strong>
          <span>@{user.username}</span>
          {user.status.availability === 'busy' && <span>(Busy)</span>}
        </span>
      }
      items={userItems(user.username, user.isAdmin, onStatus, unsentTexts, counts.abuseReports)}
    />
  )
}

function userItems(
  username: string,
  isAdmin: boolean,
  onStatus: () => void,
  unsentTexts: number,
  abuseReports: number,
): readonly MenuItem[] {
  return [
    { kind: 'link', label: 'Your profile', href: `/${username}` },
    { label: 'Set status', onSelect: onStatus },
    {
      kind: 'link',
      label: unsentTexts === 0 ? 'Unsent drafts' : `Unsent drafts (${unsentTexts})`,
      href: '/-/unsent_texts',
    },
    { kind: 'link', label: 'Settings', href: '/-/user_settings/profile' },
    { kind: 'link', label: 'Preferences', href: '/-/user_settings/preferences' },
    { kind: 'link', label: 'Access tokens', href: '/-/user_settings/personal_access_tokens' },
    ...(isAdmin
      ? [{ kind: 'separator' } as const, { kind: 'link', label: 'Administration', href: '/admin/users' } as const]
      : []),
    ...(abuseReports > 0
      ? [{ kind: 'link', label: `Abuse reports (${abuseReports})`, href: '/admin/abuse_reports' } as const]
      : []),
    { kind: 'separator' },
    { label: 'Sign out', onSelect: leave },
  ]
}
