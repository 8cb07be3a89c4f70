import { CheckIcon, EyeIcon } from '@primer/octicons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { projectTopic } from '#contract/live-topics.ts'
import { readAgain } from '#web/api/carried-query.ts'
import { asking } from '#web/api/graphql.ts'
import { useTopics } from '#web/api/live/live.ts'
import { policyGid } from '#web/plan/policy-gid.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { messages } from './messages.ts'
import { onCallNow } from './on-call-now.graphql.gen.ts'
import { policySchedules } from './policy-schedules.graphql.gen.ts'
import styles from './Response.module.css'

export interface ResponseProps {
  readonly namespace: {
    readonly id: number
    readonly fullPath: string
    readonly offers: { readonly escalations: boolean }
  }
  /** The escalation policy, which names the schedules whose people are shown; null: those of all schedules. */
  readonly policyId: number | null
  readonly status: string | null
  readonly isOpen: boolean
  readonly canEscalate: boolean
  readonly busy: boolean
  readonly problem: string | null
  readonly onStatus: (status: 'ACKNOWLEDGED' | 'RESOLVED') => void
}

/** In the head of an incident or alert: who is on call, and the answers to the page. */
export function Response({ namespace, policyId, status, isOpen, canEscalate, busy, problem, onStatus }: ResponseProps) {
  const isUnanswered = status === 'TRIGGERED'
  return (
    <div className={styles.response}>
      {isOpen && canEscalate && isUnanswered && (
        <Button variant="primary" icon={<EyeIcon />} disabled={busy} onClick={() => onStatus('ACKNOWLEDGED')}>
          Acknowledge
        </Button>
      )}
      {isOpen && canEscalate && (isUnanswered || status === 'ACKNOWLEDGED') && (
        <Button icon={<CheckIcon />} disabled={busy} onClick={() => onStatus('RESOLVED')}>
          Resolve
        </Button>
      )}
      {problem !== null && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
      {namespace.offers.escalations && <OnCallNow namespace={namespace} policyId={policyId} />}
    </div>
  )
}

function OnCallNow({ namespace: { id, fullPath }, policyId }: Pick<ResponseProps, 'namespace' | 'policyId'>) {
  const client = useQueryClient()
  const { data } = useQuery(asking(onCallNow, { fullPath }))
  const ofPolicy = useQuery({
    ...asking(policySchedules, { fullPath, id: policyGid(policyId ?? 0) }),
    enabled: policyId !== null,
  })
  useTopics(
    [projectTopic(id)],
    useCallback(() => {
      for (const { name } of [onCallNow, policySchedules]) void readAgain(client, [name])
    }, [client]),
  )
  if (data === undefined || (policyId !== null && ofPolicy.isPending)) return null
  const all = data.project?.incidentManagementOncallSchedules?.nodes?.filter(each => each !== null) ?? []
  const rules = (policyId !== null && ofPolicy.data?.project?.incidentManagementEscalationPolicy?.rules) || []
  const named = new Set(rules.map(rule => rule.oncallSchedule?.iid))
  const escalated = all.filter(({ iid }) => named.has(iid))
  // A policy may name users and groups only.
  const schedules = escalated.length > 0 ? escalated : all
  const users = [
    ...new Map(schedules.flatMap(({ oncallUsers }) => oncallUsers ?? []).map(user => [user.id, user])).values(),
  ]
  const path = `/${fullPath}/-/oncall_schedules`
  if (users.length === 0)
    return (
      <p className={styles.onCall}>
        {messages.none}. <TextLink href={path}>View schedules</TextLink>
      </p>
    )
  return (
    <p className={styles.onCall}>
      <TextLink href={path}>On call</TextLink>:{' '}
      {users.map((user, index) => (
        <span key={user.id}>
          {index > 0 && ', '}
          <TextLink href={user.webPath}>
            <bdi>{user.name}</bdi>
          </TextLink>
        </span>
      ))}
    </p>
  )
}
