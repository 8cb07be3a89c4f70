import { ClockIcon, PeopleIcon, PlusIcon, TrashIcon } from '@primer/octicons-react'
import { type ReactNode, useState } from 'react'
import { escalationLimits } from '#contract/plan/incidents/escalation-limits.ts'
import { useCall } from '#web/api/use-call.ts'
import { DraftOverlaps, type FieldLabels } from '#web/foundation/OverlapBanner.tsx'
import { messages } from '#web/plan/messages.ts'
import { usePeople } from '#web/plan/pickers/search.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { IconButton } from '#web/ui/actions/IconButton.tsx'
import { Checkbox } from '#web/ui/forms/Checkbox.tsx'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { useKeptDraft } from '#web/ui/forms/kept-draft.ts'
import { Combobox } from '#web/ui/forms/lists/Combobox.tsx'
import type { Option } from '#web/ui/forms/lists/choice-list.ts'
import { NumberInput } from '#web/ui/forms/NumberInput.tsx'
import { Select } from '#web/ui/forms/Select.tsx'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { FormDialog } from '#web/ui/overlays/FormDialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { personOption } from '#web/ui/people/person-option.tsx'
import {
  addPolicy,
  type PoliciesPageData,
  type PolicyData,
  type PolicyValues,
  policyReadings,
  type RuleDraft,
  type RuleTarget,
  savePolicy,
} from './calls.ts'
import styles from './Escalations.module.css'
import { statusWords } from './messages.ts'

interface PolicyDialogProps {
  readonly projectPath: string
  /** Null: a new one. */
  readonly policy: PolicyData | null
  /** The targets of a rule besides users. */
  readonly choices: Pick<PoliciesPageData, 'schedules' | 'groups'>
  readonly onClose: () => void
}

const newRule = (key: number): RuleDraft => ({ key, target: null, minutes: 0, status: 'ACKNOWLEDGED' })

const valuesOf = (policy: PolicyData | null): PolicyValues => ({
  name: policy?.name ?? '',
  description: policy?.description ?? '',
  rules: policy?.rules.map(({ elapsedMinutes, status, ...target }, key) => ({
    ...{ key, target: targetOf(target), minutes: elapsedMinutes, status },
  })) ?? [newRule(0)],
  repeatCount: policy?.repeatCount ?? 0,
  repeatMinutes: policy?.repeatMinutes ?? usualRepeatMinutes,
  reminderMinutes: policy?.reminderMinutes ?? null,
})

const usualRepeatMinutes = 10
const usualReminderMinutes = 30

// Only these parts are compared: the list to choose from has others.
function targetOf({
  user,
  schedule,
  group,
}: Pick<PolicyData['rules'][number], 'user' | 'schedule' | 'group'>): RuleTarget | null {
  if (schedule !== null) return { kind: 'schedule', iid: schedule.iid, name: schedule.name }
  if (group !== null) return { kind: 'group', fullPath: group.fullPath, name: group.name }
  return user && { kind: 'user', id: user.id, name: user.name, username: user.username }
}

const idOf = (target: RuleTarget): string => {
  switch (target.kind) {
    case 'user':
      return `user ${target.id}`
    case 'schedule':
      return `schedule ${target.iid}`
    case 'group':
      return `group ${target.fullPath}`
    default:
      return target satisfies never
  }
}

const labels: FieldLabels<PolicyValues> = {
  name: 'Name',
  description: 'Description',
  rules: {
    label: 'Rules',
    shown: rules =>
      rules
        .map(
          ({ target, minutes, status }) =>
            `Not ${statusWords[status]} after ${minutes ?? 0} min: ${target?.name ?? '?'}`,
        )
        .join('\n'),
  },
  repeatCount: 'Repeat',
  repeatMinutes: 'After the last rule (minutes)',
  reminderMinutes: 'Reminder (minutes)',
}

const isWhole = ({ target, minutes }: RuleDraft): boolean => target !== null && minutes !== null

/** The form of an escalation policy. @source ESCAL-007 */
export function PolicyDialog({ projectPath, policy, choices, onClose }: PolicyDialogProps) {
  const draft = useKeptDraft(`policy ${policy?.id ?? 'new'}`, valuesOf(policy), { isNew: policy === null })
  const { values, set } = draft
  const { name, description, rules, repeatCount, repeatMinutes, reminderMinutes } = values
  const save = useCall(
    (_: null) =>
      policy === null ? addPolicy(projectPath, values) : savePolicy(policy.id, draft.changes, draft.expected),
    {
      refreshes: policyReadings,
      onSuccess: () => {
        draft.forget()
        showToast(`Escalation policy ${name.trim()} ${policy === null ? 'created' : 'saved'}`)
        onClose()
      },
    },
  )
  const nextKey = Math.max(-1, ...rules.map(({ key }) => key)) + 1
  return (
    <FormDialog
      title={policy === null ? 'New escalation policy' : `Edit ${policy.name}`}
      draft={draft}
      onClose={onClose}
      submit={policy === null ? 'Create policy' : 'Save changes'}
      disabled={
        name.trim() === '' ||
        rules.length === 0 ||
        !rules.every(isWhole) ||
        repeatCount === null ||
        repeatMinutes === null
      }
      busy={save.isPending}
      problem={draft.overlaps.length > 0 ? null : save.error?.message}
      onSubmit={() => (policy !== null && !draft.isChanged ? onClose() : save.mutate(null))}
    >
      <DraftOverlaps draft={draft} labels={labels} save={save} />
      <FormField label="Name" required>
        <TextInput
          data-autofocus
          value={name}
          maxLength={escalationLimits.name}
          autoComplete="off"
          onValue={next => set({ name: next })}
        />
      </FormField>
      <FormField label="Description">
        <TextInput
          value={description}
          maxLength={escalationLimits.description}
          autoComplete="off"
          onValue={next => set({ description: next })}
        />
      </FormField>
      <fieldset className={styles.rules}>
        <legend>Rules</legend>
        {rules.map((rule, index) => (
          <RuleFields
            key={rule.key}
            number={index + 1}
            projectPath={projectPath}
            choices={choices}
            rule={rule}
            onRule={next => set({ rules: rules.map(each => (each.key === rule.key ? next : each)) })}
            onRemove={rules.length > 1 ? () => set({ rules: rules.filter(each => each.key !== rule.key) }) : null}
          />
        ))}
        {rules.length < escalationLimits.rules && (
          <Button icon={<PlusIcon />} onClick={() => set({ rules: [...rules, newRule(nextKey)] })}>
            Add rule
          </Button>
        )}
      </fieldset>
      <div className={styles.rule}>
        <FormField label="Repeat the rules (times)">
          <NumberInput
            value={repeatCount}
            min={0}
            max={escalationLimits.repeats}
            onValue={next => set({ repeatCount: next })}
          />
        </FormField>
        {repeatCount !== 0 && (
          <FormField label="After (minutes)">
            <NumberInput
              value={repeatMinutes}
              min={1}
              max={escalationLimits.minutes}
              onValue={next => set({ repeatMinutes: next })}
            />
          </FormField>
        )}
      </div>
      <Checkbox
        label="Remind the person who acknowledged until it is resolved"
        checked={reminderMinutes !== null}
        onValue={isOn => set({ reminderMinutes: isOn ? usualReminderMinutes : null })}
      />
      {reminderMinutes !== null && (
        <FormField label="Every (minutes)">
          <NumberInput
            value={reminderMinutes}
            min={escalationLimits.leastReminderMinutes}
            max={escalationLimits.minutes}
            onValue={next => set({ reminderMinutes: next ?? usualReminderMinutes })}
          />
        </FormField>
      )}
    </FormDialog>
  )
}

interface RuleFieldsProps {
  readonly number: number
  readonly projectPath: string
  readonly choices: PolicyDialogProps['choices']
  readonly rule: RuleDraft
  readonly onRule: (rule: RuleDraft) => void
  readonly onRemove: (() => void) | null
}

const statusOptions = [
  { value: 'ACKNOWLEDGED', label: `Not ${statusWords.ACKNOWLEDGED}` },
  { value: 'RESOLVED', label: `Not ${statusWords.RESOLVED}` },
] as const

function RuleFields({ number, projectPath, choices, rule, onRule, onRemove }: RuleFieldsProps) {
  const { target, minutes, status } = rule
  const [query, setQuery] = useState('')
  const found = usePeople(projectPath, query)
  const isMatch = (name: string) => name.toLowerCase().includes(query.trim().toLowerCase())
  const targets: readonly { readonly target: RuleTarget; readonly option: Option }[] = [
    ...choices.schedules
      .filter(({ name }) => isMatch(name))
      .map(each => offered({ kind: 'schedule', ...each }, 'On-call schedules', <ClockIcon />)),
    ...found.items.map(({ id, name, username, ...person }) => ({
      target: { kind: 'user', id, name, username } as const,
      option: { ...personOption({ id, name, username, ...person }), id: `user ${id}`, group: 'Users' },
    })),
    ...choices.groups
      .filter(({ name }) => isMatch(name))
      .map(each => offered({ kind: 'group', ...each }, 'Groups', <PeopleIcon />)),
  ]
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset in a fieldset would need a legend in sight
    <div role="group" aria-label={`Rule ${number}`} className={styles.rule}>
      <FormField label="If the incident is">
        <Select value={status} options={statusOptions} onValue={next => onRule({ ...rule, status: next })} />
      </FormField>
      <FormField label="After (minutes)">
        <NumberInput
          value={minutes}
          min={0}
          max={escalationLimits.minutes}
          onValue={next => onRule({ ...rule, minutes: next })}
        />
      </FormField>
      <FormField label="Page">
        <Combobox
          label="Page"
          options={targets.map(({ option }) => option)}
          selected={target === null ? [] : [{ id: idOf(target), text: target.name }]}
          onChange={([next]) =>
            onRule({ ...rule, target: targets.find(({ option }) => option.id === next?.id)?.target ?? null })
          }
          onQuery={setQuery}
          loading={found.isLoading}
          placeholder="Search users, schedules and groups"
          empty={messages.noMatches}
        />
      </FormField>
      {onRemove !== null && (
        <IconButton variant="quiet" label={`Remove rule ${number}`} icon={<TrashIcon />} onClick={onRemove} />
      )}
    </div>
  )
}

const offered = (target: RuleTarget, group: string, leading: ReactNode) => ({
  target,
  option: { id: idOf(target), text: target.name, group, leading },
})
