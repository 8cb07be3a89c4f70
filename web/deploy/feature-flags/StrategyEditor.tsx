import { PlusIcon, TrashIcon } from '@primer/octicons-react'
import { type StrategyName, strategyNames } from '#contract/deploy/feature-flags/flag-words.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { Checkbox } from '#web/ui/forms/Checkbox.tsx'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { Select } from '#web/ui/forms/Select.tsx'
import { TextArea } from '#web/ui/forms/TextArea.tsx'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { Banner } from '#web/ui/status/Banner.tsx'
import { useId } from '#web/ui/use-id.tsx'
import { ConstraintFieldsets } from './ConstraintFieldsets.tsx'
import styles from './Flags.module.css'
import { newConstraint, nextKey, type StrategyFields, type VariantFields } from './flag-form.ts'
import type { SegmentOption, UserListOption } from './shapes.ts'

interface StrategyEditorProps {
  readonly number: number
  readonly strategy: StrategyFields
  /** The refusals of what was sent, by field. */
  readonly problems: Readonly<Record<string, readonly string[]>>
  readonly userLists: readonly UserListOption[]
  readonly segments: readonly SegmentOption[]
  readonly knownEnvironments: readonly string[]
  readonly onChange: (change: Partial<StrategyFields>) => void
  readonly onRemove: () => void
}

const strategyLabels: Readonly<Record<StrategyName, string>> = {
  default: 'Everyone',
  flexibleRollout: 'Percent rollout',
  gradualRolloutUserId: 'Percent of users',
  userWithId: 'User IDs',
  gitlabUserList: 'User list',
}

const stickinessLabels = [
  { value: 'default', label: 'User, or else session' },
  { value: 'userId', label: 'User' },
  { value: 'sessionId', label: 'Session' },
  { value: 'random', label: 'Random' },
]

/** The fields that stand in the form. */
const ownField =
  /^(rollout|percentage|userListId|userIds|scopes|weights|constraints\[\d+\]\.(contextName|values?)|variants\[\d+\]\.(name|payload))$/

/** A strategy of a flag: for whom it is on, and in which environments. */
export function StrategyEditor(props: StrategyEditorProps) {
  const { number, strategy, problems, userLists, segments, knownEnvironments, onChange, onRemove } = props
  const { name, percentage, stickiness, userIds, userListId, environments, constraints, segmentIds, variants } =
    strategy
  const environmentsId = useId()
  const changeVariant = (key: number, change: Partial<VariantFields>) =>
    onChange({ variants: variants.map(each => (each.key === key ? { ...each, ...change } : each)) })
  const refusal = (label: string, ...fields: readonly string[]): string | null => {
    const said = fields.flatMap(field => problems[field] ?? [])
    return said.length === 0 ? null : `${label} ${said.join(', ')}`
  }
  const atNoField = Object.entries(problems).filter(([field]) => !ownField.test(field))
  const hasPercent = name === 'flexibleRollout' || name === 'gradualRolloutUserId'
  return (
    <fieldset className={styles.strategy}>
      <legend>Strategy {number}</legend>
      {atNoField.length > 0 && (
        <Banner tone="danger">{atNoField.map(([field, said]) => `${field} ${said.join(', ')}`).join('; ')}</Banner>
      )}
      <div className={styles.inline}>
        <FormField label="On for">
          <Select
            value={name}
            options={strategyNames.map(value => ({ value, label: strategyLabels[value] }))}
            onValue={next => onChange({ name: next })}
          />
        </FormField>
        {hasPercent && (
          <FormField label="Percent" refusal={refusal('Percent', 'rollout', 'percentage')}>
            <TextInput
              inputMode="numeric"
              value={percentage}
              onValue={next => onChange({ percentage: next })}
              maxLength={3}
            />
          </FormField>
        )}
        {name === 'flexibleRollout' && (
          <FormField label="Based on">
            <Select
              value={stickiness}
              options={
                stickinessLabels.some(({ value }) => value === stickiness)
                  ? stickinessLabels
                  : [...stickinessLabels, { value: stickiness, label: stickiness }]
              }
              onValue={next => onChange({ stickiness: next })}
            />
          </FormField>
        )}
        {name === 'gitlabUserList' && (
          <FormField label="User list" refusal={problems.userListId && 'Select a user list.'}>
            <Select
              value={String(userListId ?? '')}
              options={[
                { value: '', label: 'Select a user list' },
                ...userLists.map(list => ({ value: String(list.id), label: list.name })),
              ]}
              onValue={next => onChange({ userListId: next === '' ? null : Number(next) })}
            />
          </FormField>
        )}
      </div>
      {name === 'userWithId' && (
        <FormField label="User IDs" hint="Separate IDs with commas." refusal={refusal('User IDs', 'userIds')}>
          <TextArea rows={2} value={userIds} onValue={next => onChange({ userIds: next })} />
        </FormField>
      )}
      <FormField
        label="Environments"
        hint="Separate names with commas. Use * for all environments, or review/* for those that start with review/."
        refusal={refusal('Environments', 'scopes')}
      >
        <TextInput
          value={environments}
          onValue={next => onChange({ environments: next })}
          list={environmentsId}
          autoComplete="off"
        />
      </FormField>
      <datalist id={environmentsId}>
        {['*', ...knownEnvironments].map(each => (
          <option key={each} value={each} />
        ))}
      </datalist>
      <ConstraintFieldsets
        constraints={constraints}
        refusal={refusal}
        onChange={next => onChange({ constraints: next })}
      />
      {segments.length > 0 && (
        <fieldset className={styles.segments}>
          <legend>Segments</legend>
          {segments.map(({ id, name: segment }) => (
            <Checkbox
              key={id}
              label={segment}
              checked={segmentIds.includes(id)}
              onValue={isIn =>
                onChange({ segmentIds: isIn ? [...segmentIds, id] : segmentIds.filter(each => each !== id) })
              }
            />
          ))}
        </fieldset>
      )}
      {variants.map(({ key, name: variant, share, payload }, at) => (
        <div key={key} className={styles.inline}>
          <FormField label="Variant" refusal={refusal('Variant', `variants[${at}].name`)}>
            <TextInput value={variant} onValue={next => changeVariant(key, { name: next })} maxLength={63} />
          </FormField>
          <FormField
            label="Share in percent"
            refusal={problems.weights && at === variants.length - 1 ? 'The shares must add up to 100%.' : null}
          >
            <TextInput
              inputMode="decimal"
              value={share}
              onValue={next => changeVariant(key, { share: next })}
              maxLength={5}
            />
          </FormField>
          <FormField label="Payload" optional refusal={refusal('Payload', `variants[${at}].payload`)}>
            <TextInput value={payload} onValue={next => changeVariant(key, { payload: next })} />
          </FormField>
          <Button
            variant="quiet"
            icon={<TrashIcon />}
            onClick={() => onChange({ variants: variants.filter(each => each.key !== key) })}
          >
            Remove variant
          </Button>
        </div>
      ))}
      <div className={styles.line}>
        <Button
          size="s"
          icon={<PlusIcon />}
          onClick={() => onChange({ constraints: [...constraints, newConstraint()] })}
        >
          Add constraint
        </Button>
        <Button
          size="s"
          icon={<PlusIcon />}
          onClick={() =>
            onChange({
              variants: [
                ...variants,
                {
                  key: nextKey(),
                  name: '',
                  share: variants.length === 0 ? '100' : '0',
                  payload: '',
                  payloadType: 'string',
                },
              ],
            })
          }
        >
          Add variant
        </Button>
        <Button size="s" variant="danger-quiet" onClick={onRemove}>
          Remove strategy {number}
        </Button>
      </div>
    </fieldset>
  )
}
