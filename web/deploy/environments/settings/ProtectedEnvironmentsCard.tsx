import { PencilIcon, PlusIcon, ShieldLockIcon } from '@primer/octicons-react'
import { useId, useState } from 'react'
import type { DeploySettingsPage } from '#contract/deploy/environments/environment-pages.ts'
import { mostRequiredApprovals } from '#contract/deploy/environments/environment-words.ts'
import {
  deploySettingsPage,
  environmentPage,
  environmentsPage,
  protectEnvironment,
  unprotectEnvironment,
  updateProtectedEnvironment,
} from '#web/api/operations.gen.ts'
import { useOperation } from '#web/api/query.ts'
import { chosenFrom, DraftOverlaps, type FieldLabels } from '#web/foundation/OverlapBanner.tsx'
import { fieldProblem, saveProblem } from '#web/foundation/problems.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { IconButton } from '#web/ui/actions/IconButton.tsx'
import { useDraft } from '#web/ui/forms/draft.ts'
import { FormNote } from '#web/ui/forms/Form.tsx'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { NumberInput } from '#web/ui/forms/NumberInput.tsx'
import { Select } from '#web/ui/forms/Select.tsx'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { List, ListRow } from '#web/ui/layout/List.tsx'
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx'
import { FormDialog } from '#web/ui/overlays/FormDialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { counted } from '#web/ui/text/counted.ts'

type Protection = DeploySettingsPage['protectedEnvironments'][number]

const refreshes = [deploySettingsPage, environmentsPage, environmentPage]

const roleOptions = [
  { value: '40', label: 'Maintainers' },
  { value: '30', label: 'Developers and maintainers' },
  { value: '60', label: 'Administrators' },
] as const
/** Only the users and groups that the protection names. */
const noRole = { value: '0', label: 'No role' } as const
type RoleValue = (typeof roleOptions)[number]['value'] | '0'

const wordsOf = (access: Protection['deployAccessLevels']): string =>
  access
    .map(
      each => roleOptions.find(({ value }) => value === String(each.accessLevel))?.label ?? each.accessLevelDescription,
    )
    .join(', ')

interface ProtectedEnvironmentsCardProps {
  readonly page: DeploySettingsPage
}

/** Who may deploy to which environment, and who approves deployments. */
export function ProtectedEnvironmentsCard({ page }: ProtectedEnvironmentsCardProps) {
  const { namespace, protectedEnvironments: rules } = page
  const [editing, setEditing] = useState<string | 'new' | null>(null)
  const [removing, setRemoving] = useState<Protection | null>(null)
  const remove = useOperation(unprotectEnvironment, {
    refreshes,
    onSuccess: () => {
      setRemoving(null)
      showToast('Protection removed')
    },
  })
  return (
    <Card
      title="Protected environments"
      flush={rules.length > 0}
      description="Control who can deploy to an environment, and how many approvals a deployment needs."
      aside={
        <Button size="s" icon={<PlusIcon />} onClick={() => setEditing('new')}>
          Protect environment
        </Button>
      }
    >
      {rules.length === 0 ? (
        <FormNote>
          No protected environments. Everyone with at least the Developer role can deploy to each environment.
        </FormNote>
      ) : (
        <List framed={false} aria-label="Protected environments">
          {rules.map(rule => (
            <ListRow
              key={rule.name}
              leading={<ShieldLockIcon />}
              title={<bdi>{rule.name}</bdi>}
              detail={
                <>
                  <span>Deploy: {wordsOf(rule.deployAccessLevels)}</span>
                  {rule.approvalRules.map(each => (
                    <span key={each.id}>
                      {counted(each.requiredApprovals, 'approval')} by {wordsOf([each])}
                    </span>
                  ))}
                  {rule.approvalRules.length === 0 && rule.requiredApprovalCount > 0 && (
                    <span>{counted(rule.requiredApprovalCount, 'approval')} by those who can deploy</span>
                  )}
                </>
              }
              trailing={
                <>
                  <IconButton
                    label={`Edit ${rule.name}`}
                    icon={<PencilIcon />}
                    size="s"
                    onClick={() => setEditing(`of ${rule.name}`)}
                  />
                  <Button
                    size="s"
                    variant="danger-quiet"
                    aria-label={`Unprotect ${rule.name}`}
                    onClick={() => setRemoving(rule)}
                  >
                    Unprotect
                  </Button>
                </>
              }
            />
          ))}
        </List>
      )}
      {editing !== null && (
        <ProtectionDialog
          page={page}
          rule={rules.find(({ name }) => editing === `of ${name}`) ?? null}
          onClose={() => setEditing(null)}
        />
      )}
      {removing !== null && (
        <ConfirmDialog
          title={`Unprotect ${removing.name}?`}
          confirm="Unprotect environment"
          write={remove}
          onConfirm={() => remove.mutate({ id: namespace.id, name: removing.name })}
          onClose={() => setRemoving(null)}
        >
          Anyone with at least the Developer role will be able to deploy to it without approval.
        </ConfirmDialog>
      )}
    </Card>
  )
}

interface ProtectionFields {
  readonly deploy: RoleValue
  readonly approve: RoleValue
  readonly approvals: number
}

const roleOf = (level: number | null | undefined): RoleValue =>
  roleOptions.find(({ value }) => value === String(level))?.value ?? '0'

const byRole = (entries: Protection['deployAccessLevels'] | Protection['approvalRules']) =>
  entries.find(({ accessLevel }) => accessLevel !== null)

function fieldsOf(rule: Protection | null): ProtectionFields {
  if (rule === null) return { deploy: '40', approve: '40', approvals: 0 }
  const approval = rule.approvalRules.find(({ accessLevel }) => accessLevel !== null)
  return {
    deploy: roleOf(byRole(rule.deployAccessLevels)?.accessLevel),
    approve: approval === undefined ? '40' : roleOf(approval.accessLevel),
    approvals: approval?.requiredApprovals ?? 0,
  }
}

const labels: FieldLabels<ProtectionFields> = {
  deploy: chosenFrom<RoleValue>('Allowed to deploy', [...roleOptions, noRole]),
  approve: chosenFrom<RoleValue>('Approvers', [...roleOptions, noRole]),
  approvals: 'Required approvals',
}

interface ProtectionDialogProps extends ProtectedEnvironmentsCardProps {
  /** Null for a new one. */
  readonly rule: Protection | null
  readonly onClose: () => void
}

function ProtectionDialog({ page, rule, onClose }: ProtectionDialogProps) {
  const { id } = page.namespace
  const [name, setName] = useState('')
  const names = useId()
  const draft = useDraft(fieldsOf(rule))
  const { values, changes, expected, set } = draft
  const told = {
    refreshes,
    onSuccess: () => {
      showToast(rule === null ? 'Environment protected' : 'Protection saved')
      onClose()
    },
  }
  const create = useOperation(protectEnvironment, told)
  const update = useOperation(updateProtectedEnvironment, told)
  const { error } = rule === null ? create : update
  const hasOthers = rule?.deployAccessLevels.some(({ accessLevel }) => accessLevel === null) ?? false

  function submit() {
    const { deploy, approve, approvals } = values
    if (rule === null) {
      const approvalRules = approvals === 0 ? [] : [{ accessLevel: Number(approve), requiredApprovals: approvals }]
      create.mutate({ id, name: name.trim(), deployAccessLevels: [{ accessLevel: Number(deploy) }], approvalRules })
    } else if (!draft.isChanged) onClose()
    else update.mutate({ id, name: rule.name, ...onWire(changes), expected: onWire(expected) })
  }

  return (
    <FormDialog
      title={rule === null ? 'Protect environment' : `Protection of ${rule.name}`}
      onClose={onClose}
      submit={rule === null ? 'Protect environment' : 'Save protection'}
      disabled={rule === null && name.trim() === ''}
      busy={create.isPending || update.isPending}
      problem={saveProblem(error, draft.overlaps, ['name'])}
      onSubmit={submit}
    >
      <DraftOverlaps draft={draft} labels={labels} save={update} />
      {rule === null && (
        <FormField
          label="Environment"
          hint="Its name. The environment may be created later."
          refusal={fieldProblem(error, 'name', 'Environment')}
        >
          <TextInput
            required
            maxLength={255}
            autoCapitalize="none"
            spellCheck={false}
            list={names}
            value={name}
            onValue={setName}
          />
        </FormField>
      )}
      <datalist id={names}>
        {page.unprotectedNames.map(each => (
          <option key={each} value={each} />
        ))}
      </datalist>
      <FormField label="Allowed to deploy">
        <Select
          options={hasOthers ? [...roleOptions, noRole] : roleOptions}
          value={values.deploy}
          onValue={deploy => set({ deploy })}
        />
      </FormField>
      <FormField
        label="Required approvals"
        hint="A deployment waits for them. The user who deploys cannot approve. 0 requires none."
      >
        <NumberInput
          min={0}
          max={mostRequiredApprovals}
          value={values.approvals}
          onValue={count => set({ approvals: count ?? 0 })}
        />
      </FormField>
      {values.approvals > 0 && (
        <FormField label="Approvers">
          <Select options={roleOptions} value={values.approve} onValue={approve => set({ approve })} />
        </FormField>
      )}
    </FormDialog>
  )
}

/** Some of the fields as the API takes them. */
const onWire = ({ deploy, approve, approvals }: Partial<ProtectionFields>) => ({
  ...(deploy === undefined ? {} : { deployLevel: Number(deploy) }),
  ...(approve === undefined ? {} : { approvalLevel: Number(approve) }),
  ...(approvals === undefined ? {} : { approvals }),
})
