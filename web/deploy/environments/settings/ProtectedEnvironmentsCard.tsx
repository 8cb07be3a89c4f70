import { PencilIcon, PlusIcon, ShieldLockIcon } from '@primer/octicons-react'
import { useState } from 'react'
import type { DeploySettingsPage } from '#contract/deploy/environments/environment-pages.ts'
import { unprotectEnvironment } from '#web/api/operations.gen.ts'
import { useOperation } from '#web/api/query.ts'
import { Chip } from '#web/foundation/Chip.tsx'
import { Button } from '#web/ui/actions/Button.tsx'
import { IconButton } from '#web/ui/actions/IconButton.tsx'
import { FormNote } from '#web/ui/forms/Form.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { List, ListRow } from '#web/ui/layout/List.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { counted } from '#web/ui/text/counted.ts'
import { tierLabels } from '../words.ts'
import { type Protection, protectionReadings, roleOptions } from './protection.ts'

const ProtectionDialog = onDemand(() => import('./ProtectionDialog.tsx').then(module => module.ProtectionDialog))

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
  const { namespace, protectedEnvironments: rules, inherited } = page
  const [editing, setEditing] = useState<string | 'new' | null>(null)
  const [removing, setRemoving] = useState<Protection | null>(null)
  const remove = useOperation(unprotectEnvironment, {
    refreshes: protectionReadings,
    onSuccess: () => {
      setRemoving(null)
      showToast('Protection removed')
    },
  })
  return (
    <Card
      title="Protected environments"
      flush={rules.length + inherited.length > 0}
      description="Control who can deploy to an environment, and how many approvals a deployment needs."
      aside={
        <Button size="s" icon={<PlusIcon />} onClick={() => setEditing('new')}>
          Protect environment
        </Button>
      }
    >
      {rules.length + inherited.length === 0 ? (
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
              detail={<Rules rule={rule} />}
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
      <Inherited rules={inherited} />
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

/** Who may deploy, and who approves. */
function Rules({ rule }: { readonly rule: Protection }) {
  return (
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
  )
}

/** The tiers that groups above protect, which only their owners change. */
function Inherited({ rules }: { readonly rules: DeploySettingsPage['inherited'] }) {
  if (rules.length === 0) return null
  return (
    <List framed={false} aria-label="Protected by groups">
      {rules.map(rule => (
        <ListRow
          key={`${rule.group} ${rule.name}`}
          leading={<ShieldLockIcon />}
          title={`All environments of the tier ${tierOfName(rule.name)}`}
          badges={<Chip>From group {rule.group}</Chip>}
          detail={<Rules rule={rule} />}
        />
      ))}
    </List>
  )
}

/** The name of the protection of a group is that of a tier. */
const tierOfName = (name: string): string => Object.entries(tierLabels).find(([tier]) => tier === name)?.[1] ?? name
