import { PlusIcon, TrashIcon } from '@primer/octicons-react'
import { useState } from 'react'
import { escalationLimits } from '#contract/plan/incidents/escalation-limits.ts'
import { useCall } from '#web/api/use-call.ts'
import { DraftOverlaps, type FieldLabels } from '#web/foundation/OverlapBanner.tsx'
import { messages } from '#web/plan/messages.ts'
import { usePeople } from '#web/plan/pickers/search.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { IconButton } from '#web/ui/actions/IconButton.tsx'
import { useDraft } from '#web/ui/forms/draft.ts'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { Combobox } from '#web/ui/forms/lists/Combobox.tsx'
import { NumberInput } from '#web/ui/forms/NumberInput.tsx'
import { Select } from '#web/ui/forms/Select.tsx'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { FormDialog } from '#web/ui/overlays/FormDialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { personOption } from '#web/ui/people/person-option.tsx'
import { addPolicy, type PolicyData, type PolicyValues, policyReadings, type RuleDraft, savePolicy } from './calls.ts'
import styles from './Escalations.module.css'
import { statusWords } from './messages.ts'

interface PolicyDialogProps {
  readonly projectPath: string
  /** Null: a new one. */
  readonly policy: PolicyData | null
  readonly onClose: () => void
}

const newRule = (key: number): RuleDraft => ({ key, user: null, minutes: 0, status: 'ACKNOWLEDGED' })

const valuesOf = (policy: PolicyData | null): PolicyValues => ({
  name: policy?.name ?? '',
  description: policy?.description ?? '',
  rules: policy?.rules.map(({ user, elapsedMinutes, status }, key) => ({
    ...{ key, user: personOf(user), minutes: elapsedMinutes, status },
  })) ?? [newRule(0)],
})

// Only these parts are compared: the list to choose from has others.
const personOf = (user: RuleDraft['user']): RuleDraft['user'] =>
  user && { id: user.id, name: user.name, username: user.username }

const labels: FieldLabels<PolicyValues> = {
  name: 'Name',
  description: 'Description',
  rules: {
    label: 'Rules',
    shown: rules =>
      rules
        .map(
          ({ user, minutes, status }) => `Not ${statusWords[status]} after ${minutes ?? 0} min: ${user?.name ?? '?'}`,
        )
        .join('\n'),
  },
}

const isWhole = ({ user, minutes }: RuleDraft): boolean => user !== null && minutes !== null

/** The form of an escalation policy. @source ESCAL-007 */
export function PolicyDialog({ projectPath, policy, onClose }: PolicyDialogProps) {
  const draft = useDraft(valuesOf(policy))
  const { values, set } = draft
  const { name, description, rules } = values
  const save = useCall(
    (_: null) =>
      policy === null ? addPolicy(projectPath, values) : savePolicy(policy.id, draft.changes, draft.expected),
    {
      refreshes: policyReadings,
      onSuccess: () => {
        showToast(`Escalation policy ${name.trim()} ${policy === null ? 'created' : 'saved'}`)
        onClose()
      },
    },
  )
  const nextKey = Math.max(-1, ...rules.map(({ key }) => key)) + 1
  return (
    <FormDialog
      title={policy === null ? 'New escalation policy' : `Edit ${policy.name}`}
      onClose={onClose}
      submit={policy === null ? 'Create policy' : 'Save changes'}
      disabled={name.trim() === '' || rules.length === 0 || !rules.every(isWhole)}
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
    </FormDialog>
  )
}

interface RuleFieldsProps {
  readonly number: number
  readonly projectPath: string
  readonly rule: RuleDraft
  readonly onRule: (rule: RuleDraft) => void
  readonly onRemove: (() => void) | null
}

const statusOptions = [
  { value: 'ACKNOWLEDGED', label: `Not ${statusWords.ACKNOWLEDGED}` },
  { value: 'RESOLVED', label: `Not ${statusWords.RESOLVED}` },
] as const

function RuleFields({ number, projectPath, rule, onRule, onRemove }: RuleFieldsProps) {
  const { user, minutes, status } = rule
  const [query, setQuery] = useState('')
  const found = usePeople(projectPath, query)
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
      <FormField label="Email">
        <Combobox
          label="Email"
          options={found.items.map(personOption)}
          selected={user === null ? [] : [{ id: String(user.id), text: user.name }]}
          onChange={([next]) =>
            onRule({ ...rule, user: personOf(found.items.find(({ id }) => String(id) === next?.id) ?? null) })
          }
          onQuery={setQuery}
          loading={found.isLoading}
          placeholder="Search users"
          empty={messages.noMatches}
        />
      </FormField>
      {onRemove !== null && (
        <IconButton variant="quiet" label={`Remove rule ${number}`} icon={<TrashIcon />} onClick={onRemove} />
      )}
    </div>
  )
}
