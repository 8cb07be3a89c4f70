import { BellIcon } from '@primer/octicons-react'
import { useState } from 'react'
import { query } from '#web/api/graphql.ts'
import { editMessages } from '#web/plan/edit-messages.ts'
import styles from '#web/plan/escalations/Escalations.module.css'
import { messages as escalationMessages } from '#web/plan/escalations/messages.ts'
import { searchPolicies } from '#web/plan/escalations/search-policies.graphql.gen.ts'
import { useIssuable } from '#web/plan/issuable/issuable-context.tsx'
import { Empty } from '#web/plan/issuable/sidebar/values.tsx'
import { useSave } from '#web/plan/issuable/use-save.ts'
import { messages } from '#web/plan/messages.ts'
import { numberOf, usePages } from '#web/plan/pickers/search.ts'
import { policyGid } from '#web/plan/policy-gid.ts'
import type { IssueData } from '#web/plan/shapes.ts'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { Picker } from '#web/ui/forms/lists/Picker.tsx'
import { SidebarField } from '#web/ui/layout/SidebarField.tsx'
import { Banner } from '#web/ui/status/Banner.tsx'
import { useSearchText } from '#web/ui/use-debounced.ts'
import { useIssuePage } from '../issue-page-context.ts'
import { setEscalationPolicy } from './set-escalation-policy.graphql.gen.ts'

type Policy = IssueData['escalationPolicy']

/**
 * The policy by which users are paged about the incident.
 *
 * @source SIDE-004, ESCAL-004 to ESCAL-006, ESCAL-010 to ESCAL-012
 */
export function EscalationPolicyWidget() {
  const { issue, namespace, permissions } = useIssuePage()
  const { word } = useIssuable()
  const { escalationPolicy: policy } = issue
  const save = useSave<Policy, unknown, IssueData>({
    save: ({ namespace: projectPath, iid }, next, carried) =>
      query(
        setEscalationPolicy,
        { projectPath, iid: String(iid), id: next === null ? null : policyGid(next.id) },
        { carried },
      ),
    // Choosing one triggers the incident.
    preview: (_now, next) => ({
      issuable: { escalationPolicy: next, ...(next !== null && { escalationStatus: 'TRIGGERED' as const }) },
    }),
    undo: { what: 'escalation policy', back: ({ escalationPolicy = null }) => escalationPolicy },
    failure: messages.setAttribute('escalation policy', word),
  })
  return (
    <SidebarField
      label="Escalation policy"
      editable={permissions.canEscalate}
      {...save.field}
      editor={close => (
        <PolicyPicker
          projectPath={namespace.fullPath}
          canCreate={permissions.canAdminEscalations}
          current={policy}
          onPick={next => {
            close('apply')
            if ((next?.id ?? null) !== (policy?.id ?? null)) save.run(next)
          }}
          onClose={close}
        />
      )}
      icon={<BellIcon />}
      summary={policy?.title ?? 'None'}
      foldedHint={`Escalation policy: ${policy?.title ?? 'None'}`}
    >
      {policy === null ? (
        <Empty>None</Empty>
      ) : (
        <TextLink tone="plain" href={policiesPath(namespace.fullPath)}>
          {policy.title}
        </TextLink>
      )}
    </SidebarField>
  )
}

const policiesPath = (projectPath: string): string => `/${projectPath}/-/escalation_policies`

interface PolicyPickerProps {
  readonly projectPath: string
  readonly canCreate: boolean
  readonly current: Policy
  readonly onPick: (policy: Policy) => void
  readonly onClose: () => void
}

function PolicyPicker({ projectPath, canCreate, current, onPick, onClose }: PolicyPickerProps) {
  const [text, setText] = useState('')
  const [name, isPausing] = useSearchText(text.trim())
  const found = usePages(
    searchPolicies,
    { fullPath: projectPath, name },
    true,
    page => page.project?.incidentManagementEscalationPolicies,
  )
  const policies = found.nodes.map(({ id, name }) => ({ id: numberOf(id ?? ''), title: name ?? '' }))
  if (!found.isLoading && !found.isError && name === '' && text === '' && policies.length === 0)
    return (
      <div className={styles.help}>
        <span>{escalationMessages.noneToChoose}</span>
        <span>{escalationMessages.use}</span>
        {canCreate && <TextLink href={policiesPath(projectPath)}>Create an escalation policy</TextLink>}
      </div>
    )
  return (
    <>
      {found.isError && <Banner tone="danger">{editMessages.fetchAttributes('escalation policies')}</Banner>}
      <Picker
        label="Escalation policy"
        options={policies.map(({ id, title }) => ({ id: String(id), text: title }))}
        selected={current === null ? [] : [String(current.id)]}
        onChange={([id]) => onPick(policies.find(policy => String(policy.id) === id) ?? null)}
        onQuery={setText}
        loading={found.isLoading || isPausing}
        onMore={found.onMore}
        none="No escalation policy"
        empty={messages.noMatches}
        placeholder="Search escalation policies"
        onClose={onClose}
      />
    </>
  )
}
