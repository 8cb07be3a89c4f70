import type { ReactNode } from 'react'
import { ErrorBoundary } from '#web/ui/status/ErrorBoundary.tsx'
import styles from './mounts.module.css'

/** The places of the widgets, in their order down the sidebar. @source SIDE-005 */
export const mounts = [
  'todo',
  'assignees',
  'reviewers',
  'severity',
  'escalation-status',
  'escalation-policy',
  'epic-select',
  'labels',
  'milestone',
  'iteration-select',
  'due-date',
  'weight',
  'health-status',
  'time-tracker',
  'customer-contacts',
  'confidential',
  'lock',
  'subscriptions',
  'participants',
  'reference',
  'copy-email',
  'move-issue',
  'cve-id-request',
] as const
export type MountName = (typeof mounts)[number]

const labels: Readonly<Partial<Record<MountName, string>>> = {
  todo: 'To-do',
  'due-date': 'Due date',
  'time-tracker': 'Time tracking',
  confidential: 'Confidentiality',
  lock: 'Lock',
  subscriptions: 'Notifications',
  'copy-email': 'Comment by e-mail',
}

interface SidebarMountsProps {
  /** What stands in which place; the other places stay, empty. */
  readonly widgets: Readonly<Partial<Record<MountName, ReactNode>>>
  /** Before a widget that failed is tried again. */
  readonly onRetry: () => void
  /** Of the data shown: newer ones are tried without being asked. */
  readonly version: string
}

/** Every widget in its own named place, behind its own boundary: one that fails leaves the others standing. @source SIDE-006 */
export function SidebarMounts({ widgets, onRetry, version }: SidebarMountsProps) {
  return mounts.map(name => (
    <div key={name} data-mount={name} className={styles.mount}>
      {widgets[name] !== undefined && (
        <ErrorBoundary label={labelOf(name)} onRetry={onRetry} resetKey={version}>
          {widgets[name]}
        </ErrorBoundary>
      )}
    </div>
  ))
}

const labelOf = (name: MountName): string => labels[name] ?? name.charAt(0).toUpperCase() + name.slice(1)

/** Open the editor of a widget, as its Edit button does. */
export function openWidget(name: MountName): void {
  document.querySelector<HTMLElement>(`[data-mount="${name}"] [data-edit]`)?.click()
}
