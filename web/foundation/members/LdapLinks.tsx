import { PlusIcon, SyncIcon, XIcon } from '@primer/octicons-react'
import { useState } from 'react'
import { namespaceTopic } from '#contract/live-topics.ts'
import type { ReplyOf } from '#contract/operation.ts'
import { deleteLdapGroupLink, groupLdapLinks, groupMembersPage, syncLdapGroup } from '#web/api/operations.gen.ts'
import { useOperation, useReading } from '#web/api/query.ts'
import { useViewer } from '#web/api/viewer.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { IconButton } from '#web/ui/actions/IconButton.tsx'
import { List, ListRow } from '#web/ui/layout/List.tsx'
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { Banner } from '#web/ui/status/Banner.tsx'
import { Skeleton } from '#web/ui/status/Skeleton.tsx'
import { RelativeTime } from '#web/ui/text/RelativeTime.tsx'
import { Chip } from '../Chip.tsx'
import { formProblem } from '../problems.ts'
import { LdapLinkDialog } from './LdapLinkDialog.tsx'
import styles from './MembersPage.module.css'
import { roleName } from './roles.ts'

type Links = ReplyOf<typeof import('#contract/foundation/ldap.ts').groupLdapLinks>
type Link = Links['links'][number]

interface LdapLinksProps {
  readonly group: { readonly id: number; readonly name: string; readonly fullName: string }
  /** The levels the viewer may give. */
  readonly grantable: readonly number[]
}

/** The groups of the directory whose people are members of a group. */
export function LdapLinks({ group, grantable }: LdapLinksProps) {
  const { ldapLabel } = useViewer()
  const label = ldapLabel ?? 'LDAP'
  const topics = () => [namespaceTopic({ kind: 'group', id: group.id })]
  const { data } = useReading(groupLdapLinks, { id: group.id }, { topics })
  const [isLinking, setLinking] = useState(false)
  const [leaving, setLeaving] = useState<Link | null>(null)
  const refreshes = [groupLdapLinks, groupMembersPage]
  const sync = useOperation(syncLdapGroup, { refreshes })
  const drop = useOperation(deleteLdapGroupLink, {
    refreshes,
    onSuccess: () => {
      showToast(`${label} link removed`)
      setLeaving(null)
    },
  })
  if (data === undefined) return <Skeleton rows={2} shape="row" />
  const isRunning = sync.isPending || data.sync?.state === 'started'
  return (
    <section className={styles.groups} aria-labelledby="ldap-links">
      <div className={styles.heading}>
        <h2 id="ldap-links">{label} groups</h2>
        {data.links.length > 0 && (
          <Button size="s" icon={<SyncIcon />} busy={isRunning} onClick={() => sync.mutate({ id: group.id })}>
            Sync now
          </Button>
        )}
        <Button size="s" icon={<PlusIcon />} onClick={() => setLinking(true)}>
          Link a group
        </Button>
      </div>
      {sync.error && <Banner tone="danger">{formProblem(sync.error)}</Banner>}
      {data.links.length === 0 ? (
        <p className={styles.note}>
          Link a group of {label} to give its people a role here. They are added when they sign in, and every hour.
        </p>
      ) : (
        <List aria-labelledby="ldap-links">
          {data.links.map(link => (
            <ListRow
              key={nameOf(link)}
              title={<bdi>{nameOf(link)}</bdi>}
              detail={
                <span>{link.cn === null ? `People of ${label} who match this filter` : `Group of ${label}`}</span>
              }
              trailing={
                <>
                  <Chip>{roleName(link.groupAccess)}</Chip>
                  <IconButton
                    label={`Remove the link with ${nameOf(link)}`}
                    icon={<XIcon />}
                    size="s"
                    variant="danger-quiet"
                    onClick={() => setLeaving(link)}
                  />
                </>
              }
            />
          ))}
        </List>
      )}
      {data.sync !== null && <LastSync sync={data.sync} />}
      {isLinking && (
        <LdapLinkDialog group={group} label={label} grantable={grantable} onClose={() => setLinking(false)} />
      )}
      {leaving && (
        <ConfirmDialog
          title={`Remove the link with ${nameOf(leaving)}?`}
          confirm="Remove link"
          write={drop}
          onConfirm={() => {
            const { cn, filter, provider } = leaving
            drop.mutate({ id: group.id, provider, ...(cn === null ? { filter: filter ?? '' } : { cn }) })
          }}
          onClose={() => setLeaving(null)}
        >
          People who are members of <bdi>{group.fullName}</bdi> only through this link lose their access. Members who
          were added by hand stay.
        </ConfirmDialog>
      )}
    </section>
  )
}

const nameOf = ({ cn, filter }: Link): string => cn ?? filter ?? ''

function LastSync({ sync }: { readonly sync: NonNullable<Links['sync']> }) {
  switch (sync.state) {
    case 'started':
      return <p className={styles.note}>Synchronizing…</p>
    case 'failed':
      return (
        <Banner tone="danger" title="The last synchronization failed">
          {sync.problem}
        </Banner>
      )
    case 'finished':
      return (
        <p className={styles.note}>
          Synchronized <RelativeTime at={sync.finishedAt ?? sync.startedAt} />: {sync.added} added, {sync.changed}{' '}
          changed, {sync.removed} removed.
        </p>
      )
    default:
      return sync.state satisfies never
  }
}
