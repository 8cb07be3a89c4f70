import { PlusIcon } from '@primer/octicons-react'
import { useState } from 'react'
import { projectTopic } from '#contract/live-topics.ts'
import { planTitles } from '#contract/plan/page-titles.ts'
import { getEscalationPoliciesPage } from '#web/api/operations.gen.ts'
import { shownNamespace, usePlace } from '#web/api/place.ts'
import { useReading } from '#web/api/query.ts'
import { usePageParams } from '#web/api/route.tsx'
import { useCall } from '#web/api/use-call.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { RowMenu } from '#web/ui/actions/RowMenu.tsx'
import { Illustration } from '#web/ui/brand/Illustration.tsx'
import { nowOf } from '#web/ui/forms/draft.ts'
import { List } from '#web/ui/layout/List.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { PlaceListSkeleton } from '#web/ui/layout/PlaceListSkeleton.tsx'
import { SettingRow } from '#web/ui/layout/SettingRow.tsx'
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { EmptyState } from '#web/ui/status/EmptyState.tsx'
import { counted } from '#web/ui/text/counted.ts'
import { OnCallTabs } from '../on-call/OnCallTabs.tsx'
import { PageDialog } from '../on-call/PageDialog.tsx'
import { type PoliciesPageData, type PolicyData, pagePolicy, policyReadings, removePolicy } from './calls.ts'
import styles from './Escalations.module.css'
import { messages, statusWords } from './messages.ts'
import { PolicyDialog } from './PolicyDialog.tsx'

/** The escalation policies of a project. @source ESCAL-004, ESCAL-006, ESCAL-007 */
export function EscalationPoliciesPage() {
  const { namespace = '' } = usePageParams()
  const { data } = useReading(
    getEscalationPoliciesPage,
    { namespace },
    { topics: page => [projectTopic(page.namespace.id)] },
  )
  return data === undefined ? <PlaceListSkeleton title={planTitles.escalationPolicies} /> : <Shown page={data} />
}

interface Opened {
  readonly of: 'edit' | 'delete' | 'page'
  /** Null: a new one. */
  readonly policy: PolicyData | null
}

function Shown({ page }: { readonly page: PoliciesPageData }) {
  const { namespace, permissions, policies } = page
  const [opened, setOpened] = useState<Opened | null>(null)
  usePlace({
    title: planTitles.escalationPolicies,
    namespace: shownNamespace(namespace),
    active: 'oncall_schedules',
    crumbs: [
      { label: planTitles.onCall, href: `/${namespace.fullPath}/-/oncall_schedules` },
      { label: planTitles.escalationPolicies, href: `/${namespace.fullPath}/-/escalation_policies` },
    ],
  })
  const create = permissions.canAdminEscalations && (
    <Button variant="primary" icon={<PlusIcon />} onClick={() => setOpened({ of: 'edit', policy: null })}>
      New policy
    </Button>
  )
  const close = () => setOpened(null)
  return (
    <Page>
      <PageHeader title={planTitles.escalationPolicies} actions={policies.length > 0 && create} />
      <OnCallTabs fullPath={namespace.fullPath} active="policies" />
      <div className={styles.content}>
        {policies.length === 0 ? (
          <EmptyState illustration={<Illustration of="nothing-yet" />} title={messages.none} action={create}>
            {messages.use}
          </EmptyState>
        ) : (
          <List aria-label={planTitles.escalationPolicies}>
            {policies.map(policy => (
              <Row
                key={policy.id}
                policy={policy}
                canAdmin={permissions.canAdminEscalations}
                canPage={permissions.canPage}
                onOpen={of => setOpened({ of, policy })}
              />
            ))}
          </List>
        )}
      </div>
      {opened?.of === 'edit' && (
        <PolicyDialog
          projectPath={namespace.fullPath}
          policy={opened.policy && nowOf(policies, opened.policy)}
          choices={page}
          onClose={close}
        />
      )}
      {opened?.of === 'page' && opened.policy !== null && (
        <PageDialog
          description={`Opens an incident that pages people by the escalation policy ${opened.policy.name}.`}
          place={`policy ${opened.policy.id}`}
          send={title => pagePolicy(opened.policy?.id ?? 0, title)}
          onClose={close}
        />
      )}
      {opened?.of === 'delete' && opened.policy !== null && <DeletePolicy policy={opened.policy} onClose={close} />}
    </Page>
  )
}

interface RowProps {
  readonly policy: PolicyData
  readonly canAdmin: boolean
  readonly canPage: boolean
  readonly onOpen: (of: Opened['of']) => void
}

function Row({ policy, canAdmin, canPage, onOpen }: RowProps) {
  const { name, description, rules, repeatCount, repeatMinutes, reminderMinutes } = policy
  return (
    <SettingRow
      name={name}
      actions={
        <>
          {canPage && (
            <Button size="s" aria-label={`Page now: ${name}`} onClick={() => onOpen('page')}>
              Page now
            </Button>
          )}
          {canAdmin && (
            <RowMenu
              label={`Actions for ${name}`}
              items={[
                { label: 'Edit', onSelect: () => onOpen('edit') },
                { label: 'Delete', tone: 'danger', onSelect: () => onOpen('delete') },
              ]}
            />
          )}
        </>
      }
    >
      {description !== '' && <bdi className={styles.detail}>{description}</bdi>}
      <ol className={styles.steps}>
        {rules.map(({ user, schedule, group, elapsedMinutes, status }) => (
          <li key={`${user?.id} ${schedule?.iid} ${group?.fullPath} ${elapsedMinutes} ${status}`}>
            Page <Target user={user} schedule={schedule} group={group} />{' '}
            {elapsedMinutes === 0 ? 'immediately' : `after ${counted(elapsedMinutes, 'minute')}`} if not{' '}
            {statusWords[status]}
          </li>
        ))}
        {repeatCount > 0 && (
          <li>
            Repeat {counted(repeatCount, 'time')}, {counted(repeatMinutes, 'minute')} after the last rule
          </li>
        )}
        {reminderMinutes !== null && (
          <li>Remind the person who acknowledged every {counted(reminderMinutes, 'minute')}</li>
        )}
      </ol>
    </SettingRow>
  )
}

type TargetProps = Pick<PolicyData['rules'][number], 'user' | 'schedule' | 'group'>

/** Whom a rule pages. */
function Target({ user, schedule, group }: TargetProps) {
  if (schedule !== null)
    return (
      <>
        the people on call in <bdi>{schedule.name}</bdi>
      </>
    )
  if (group !== null)
    return (
      <>
        the members of <bdi>{group.name}</bdi>
      </>
    )
  return <bdi>{user?.name}</bdi>
}

function DeletePolicy({ policy, onClose }: { readonly policy: PolicyData; readonly onClose: () => void }) {
  const remove = useCall((id: number) => removePolicy(id), {
    refreshes: policyReadings,
    onSuccess: () => {
      showToast(`Escalation policy ${policy.name} deleted`)
      onClose()
    },
  })
  return (
    <ConfirmDialog
      title={`Delete ${policy.name}?`}
      confirm="Delete policy"
      tone="danger"
      busy={remove.isPending}
      error={remove.error?.message ?? null}
      onConfirm={() => remove.mutate(policy.id)}
      onClose={onClose}
    >
      Incidents with this policy will no longer page anyone. This cannot be undone.
    </ConfirmDialog>
  )
}
