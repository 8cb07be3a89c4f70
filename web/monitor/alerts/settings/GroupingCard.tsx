import { PencilIcon, PlusIcon } from '@primer/octicons-react'
import { useState } from 'react'
import {
  groupingFieldLabels,
  groupingFields,
  groupingLabel,
  groupingLimits,
} from '#contract/monitor/alerts/grouping-fields.ts'
import type { GroupingRule } from '#contract/monitor/alerts/grouping-rules.ts'
import { useCall } from '#web/api/use-call.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { IconButton } from '#web/ui/actions/IconButton.tsx'
import { FormNote } from '#web/ui/forms/Form.tsx'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { Combobox } from '#web/ui/forms/lists/Combobox.tsx'
import { NumberInput } from '#web/ui/forms/NumberInput.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { List, ListRow } from '#web/ui/layout/List.tsx'
import { FormDialog } from '#web/ui/overlays/FormDialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { counted } from '#web/ui/text/counted.ts'
import type { AlertSettingsPageData } from '../shapes.ts'
import { saveSettings, settingsReadings } from './calls.ts'

interface GroupingCardProps {
  readonly namespace: string
  readonly rules: AlertSettingsPageData['settings']['groupingRules']
}

/** The rules by which alerts of one fault are gathered under one incident. */
export function GroupingCard({ namespace, rules }: GroupingCardProps) {
  const [editing, setEditing] = useState<number | 'new' | null>(null)
  const save = useCall(
    (groupingRules: readonly GroupingRule[]) => saveSettings(namespace, { groupingRules: [...groupingRules] }),
    {
      refreshes: settingsReadings,
      saysErrors: true,
      onSuccess: () => {
        setEditing(null)
        showToast('Grouping rules saved')
      },
    },
  )
  return (
    <Card
      title="Alert grouping"
      description="Alerts that a rule groups share one incident, and page once. The first rule that applies to an alert is used."
      flush={rules.length > 0}
      aside={
        rules.length < groupingLimits.rules && (
          <Button size="s" icon={<PlusIcon />} onClick={() => setEditing('new')}>
            Add rule
          </Button>
        )
      }
    >
      {rules.length === 0 ? (
        <FormNote>No rules. Each alert has an incident of its own and pages by itself.</FormNote>
      ) : (
        <List framed={false} aria-label="Grouping rules">
          {rules.map((rule, index) => (
            <ListRow
              key={JSON.stringify(rule)}
              title={<>Same {listed(rule.fields)}</>}
              detail={`Within ${counted(rule.minutes, 'minute')} of the last alert of the group`}
              trailing={
                <>
                  <IconButton
                    label={`Edit the rule for ${listed(rule.fields)}`}
                    icon={<PencilIcon />}
                    size="s"
                    onClick={() => setEditing(index)}
                  />
                  <Button
                    size="s"
                    variant="danger-quiet"
                    aria-label={`Delete the rule for ${listed(rule.fields)}`}
                    onClick={() => save.mutate(rules.filter((_, other) => other !== index))}
                  >
                    Delete
                  </Button>
                </>
              }
            />
          ))}
        </List>
      )}
      {editing !== null && (
        <GroupingRuleDialog
          rule={editing === 'new' ? null : (rules[editing] ?? null)}
          isBusy={save.isPending}
          onClose={() => setEditing(null)}
          onSave={rule =>
            save.mutate(
              editing === 'new' ? [...rules, rule] : rules.map((other, at) => (at === editing ? rule : other)),
            )
          }
        />
      )}
    </Card>
  )
}

/** "service and environment" */
const listed = (fields: readonly string[]): string =>
  new Intl.ListFormat('en').format(
    fields.map(field => (field === groupingLabel(field) ? field : groupingLabel(field).toLowerCase())),
  )

interface GroupingRuleDialogProps {
  /** Null for a new one. */
  readonly rule: GroupingRule | null
  readonly isBusy: boolean
  readonly onSave: (rule: GroupingRule) => void
  readonly onClose: () => void
}

const usualMinutes = 10
const offered = groupingFields.map(field => ({ id: field, text: groupingFieldLabels[field] }))

function GroupingRuleDialog({ rule, isBusy, onSave, onClose }: GroupingRuleDialogProps) {
  const [fields, setFields] = useState<readonly string[]>(rule?.fields ?? [])
  const [minutes, setMinutes] = useState<number | null>(rule?.minutes ?? usualMinutes)
  return (
    <FormDialog
      title={rule === null ? 'Add grouping rule' : 'Edit grouping rule'}
      onClose={onClose}
      submit={rule === null ? 'Add rule' : 'Change rule'}
      disabled={fields.length === 0 || fields.length > groupingLimits.fields || minutes === null}
      busy={isBusy}
      onSubmit={() => minutes !== null && onSave({ fields: [...fields], minutes })}
    >
      <FormField
        label="Fields with the same value"
        hint="Other fields of the payload can be typed as alert details name them, such as labels.cluster. Alerts without one of the fields are not grouped."
        required
      >
        <Combobox
          label="Fields"
          autoFocus
          multiple
          options={offered}
          selected={fields.map(field => ({ id: field, text: groupingLabel(field) }))}
          create={{ label: text => `Use the field “${text}”`, run: text => setFields([...fields, text.trim()]) }}
          onChange={options => setFields(options.map(option => option.id))}
        />
      </FormField>
      <FormField label="Minutes since the last alert of the group" required>
        <NumberInput min={1} max={groupingLimits.minutes} value={minutes} onValue={setMinutes} />
      </FormField>
    </FormDialog>
  )
}
