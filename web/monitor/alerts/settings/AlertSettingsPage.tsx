import { PlusIcon } from '@primer/octicons-react'
import { useState } from 'react'
import { pagesPath } from '#contract/issuable-kinds.ts'
import { projectTopic } from '#contract/live-topics.ts'
import { alertSettingsPath } from '#contract/monitor/alerts/alert-settings-path.ts'
import { integrationTypeLabels } from '#contract/monitor/alerts/alert-words.ts'
import { monitorTitles } from '#contract/monitor/page-titles.ts'
import { getAlertSettingsPage } from '#web/api/operations.gen.ts'
import { shownNamespace, usePlace } from '#web/api/place.ts'
import { useReading } from '#web/api/query.ts'
import { usePageParams } from '#web/api/route.tsx'
import { useCall } from '#web/api/use-call.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { CopyButton } from '#web/ui/actions/CopyButton.tsx'
import { RowMenu } from '#web/ui/actions/RowMenu.tsx'
import { Checkbox } from '#web/ui/forms/Checkbox.tsx'
import { nowOf } from '#web/ui/forms/draft.ts'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { Select } from '#web/ui/forms/Select.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { List } from '#web/ui/layout/List.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { PlaceListSkeleton } from '#web/ui/layout/PlaceListSkeleton.tsx'
import { SettingRow } from '#web/ui/layout/SettingRow.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { Banner } from '#web/ui/status/Banner.tsx'
import { messages } from '../messages.ts'
import type { AlertSettingsPageData, IntegrationData } from '../shapes.ts'
import styles from './AlertSettings.module.css'
import { deleteIntegration, resetToken, saveSettings, setActive, settingsReadings } from './calls.ts'
import { GroupingCard } from './GroupingCard.tsx'
import { MappingDialog } from './MappingDialog.tsx'
import { NewIntegrationDialog } from './NewIntegrationDialog.tsx'
import { TestAlertDialog } from './TestAlertDialog.tsx'

/** The settings of a project's alert integrations, and of the actions that follow from alerts. @source ALERT-008 */
export function AlertSettingsPage() {
  const { namespace = '' } = usePageParams()
  const { data } = useReading(
    getAlertSettingsPage,
    { namespace },
    { topics: page => [projectTopic(page.namespace.id)] },
  )
  return data === undefined ? <PlaceListSkeleton title={monitorTitles.alertSettings} /> : <Shown page={data} />
}

type OpenedDialog =
  | { readonly what: 'new' }
  | { readonly what: 'map' | 'test' | 'reset' | 'delete'; readonly integration: IntegrationData }

/** A token that was just made, with the name of its integration. */
interface Made {
  readonly name: string
  readonly token: string
}

function Shown({ page }: { readonly page: AlertSettingsPageData }) {
  const { namespace, integrations } = page
  const [opened, setOpened] = useState<OpenedDialog | null>(null)
  const [made, setMade] = useState<Made | null>(null)
  const close = () => setOpened(null)
  usePlace({
    title: monitorTitles.alertSettings,
    namespace: shownNamespace(namespace),
    active: 'alerts',
    crumbs: [
      { label: monitorTitles.alerts, href: pagesPath('alert', namespace.fullPath) },
      { label: monitorTitles.alertSettings, href: alertSettingsPath(namespace.fullPath) },
    ],
  })
  const show = (next: Made) => {
    setMade(next)
    close()
  }
  return (
    <Page>
      <PageHeader title={monitorTitles.alertSettings} />
      <Stack>
        {made !== null && <Token made={made} onDismiss={() => setMade(null)} />}
        <Card
          title="Integrations"
          description="Each integration has a URL and a token for a monitoring tool that sends alerts as JSON."
          flush={integrations.length > 0}
          aside={
            <Button size="s" icon={<PlusIcon />} onClick={() => setOpened({ what: 'new' })}>
              New integration
            </Button>
          }
        >
          {integrations.length > 0 && (
            <List framed={false} aria-label="Integrations">
              {integrations.map(integration => (
                <Row
                  key={integration.id}
                  namespace={namespace.fullPath}
                  integration={integration}
                  onOpen={what => setOpened({ what, integration })}
                />
              ))}
            </List>
          )}
        </Card>
        <Consequences page={page} />
        <GroupingCard namespace={namespace.fullPath} rules={page.settings.groupingRules} />
      </Stack>
      {opened?.what === 'new' && <NewIntegrationDialog namespace={namespace.fullPath} onMade={show} onClose={close} />}
      {opened?.what === 'map' && (
        <MappingDialog
          namespace={namespace.fullPath}
          integration={nowOf(integrations, opened.integration)}
          onClose={close}
        />
      )}
      {opened?.what === 'test' && (
        <TestAlertDialog namespace={namespace.fullPath} integration={opened.integration} onClose={close} />
      )}
      {opened?.what === 'reset' && (
        <ResetToken namespace={namespace.fullPath} integration={opened.integration} onMade={show} onClose={close} />
      )}
      {opened?.what === 'delete' && (
        <Delete namespace={namespace.fullPath} integration={opened.integration} onClose={close} />
      )}
    </Page>
  )
}

function Token({ made: { name, token }, onDismiss }: { readonly made: Made; readonly onDismiss: () => void }) {
  return (
    <Banner tone="success" onDismiss={onDismiss}>
      Token of <bdi>{name}</bdi>. {messages.tokenOnce}
      <div className={styles.token}>
        <code>{token}</code>
        <CopyButton text={token} label="Copy token" />
      </div>
    </Banner>
  )
}

interface RowProps {
  readonly namespace: string
  readonly integration: IntegrationData
  readonly onOpen: (what: 'map' | 'test' | 'reset' | 'delete') => void
}

function Row({ namespace, integration, onOpen }: RowProps) {
  const { id, name, type, isActive, url } = integration
  const turn = useCall((next: boolean) => setActive(namespace, id, next), {
    refreshes: settingsReadings,
    saysErrors: true,
    onSuccess: (_reply, next) => showToast(`Integration ${name} turned ${next ? 'on' : 'off'}`),
  })
  return (
    <SettingRow
      name={name}
      note={`${integrationTypeLabels[type]} · ${isActive ? 'Active' : 'Turned off'}`}
      actions={
        <RowMenu
          label={`Actions for ${name}`}
          items={[
            // The fields of Alertmanager's payload have their places.
            ...(type === 'HTTP' ? [{ label: 'Map fields', onSelect: () => onOpen('map') }] : []),
            { label: 'Send test alert', onSelect: () => onOpen('test') },
            { label: isActive ? 'Turn off' : 'Turn on', onSelect: () => turn.mutate(!isActive) },
            { label: 'Reset token', onSelect: () => onOpen('reset') },
            { label: 'Delete', tone: 'danger', onSelect: () => onOpen('delete') },
          ]}
        />
      }
    >
      <span className={styles.url}>
        <code>{url}</code>
        <CopyButton text={url} label={`Copy the URL of ${name}`} />
      </span>
    </SettingRow>
  )
}

interface DialogProps {
  readonly namespace: string
  readonly integration: IntegrationData
  readonly onClose: () => void
}

function ResetToken({
  namespace,
  integration: { id, name },
  onMade,
  onClose,
}: DialogProps & { readonly onMade: (made: Made) => void }) {
  const reset = useCall((_: null) => resetToken(namespace, id), {
    refreshes: settingsReadings,
    onSuccess: ({ token }) => onMade({ name, token }),
  })
  return (
    <ConfirmDialog
      title={`Reset the token of ${name}?`}
      confirm="Reset token"
      tone="danger"
      busy={reset.isPending}
      error={reset.error?.message ?? null}
      onConfirm={() => reset.mutate(null)}
      onClose={onClose}
    >
      Monitoring tools with the current token can no longer send alerts.
    </ConfirmDialog>
  )
}

function Delete({ namespace, integration: { id, name }, onClose }: DialogProps) {
  const remove = useCall((_: null) => deleteIntegration(namespace, id), {
    refreshes: settingsReadings,
    onSuccess: () => {
      showToast(`Integration ${name} deleted`)
      onClose()
    },
  })
  return (
    <ConfirmDialog
      title={`Delete ${name}?`}
      confirm="Delete integration"
      tone="danger"
      busy={remove.isPending}
      error={remove.error?.message ?? null}
      onConfirm={() => remove.mutate(null)}
      onClose={onClose}
    >
      Monitoring tools can no longer send alerts to it. Its alerts are kept. This cannot be undone.
    </ConfirmDialog>
  )
}

/** Incidents and pages that follow from alerts. */
function Consequences({ page }: { readonly page: AlertSettingsPageData }) {
  const { namespace, settings, escalationPolicies } = page
  const save = useCall(
    (change: Partial<AlertSettingsPageData['settings']>) => saveSettings(namespace.fullPath, change),
    {
      refreshes: settingsReadings,
      saysErrors: true,
      onSuccess: () => showToast('Alert settings saved'),
    },
  )
  const policies = [
    { value: '', label: escalationPolicies.length === 1 ? 'Project policy' : 'None' },
    ...escalationPolicies.map(({ id, name }) => ({ value: String(id), label: name })),
  ]
  return (
    <Card title="Incidents and escalation">
      <div className={styles.choices}>
        <Checkbox
          label="Create an incident for each new alert"
          checked={settings.createsIncidents}
          disabled={save.isPending}
          onValue={createsIncidents => save.mutate({ createsIncidents })}
        />
        <Checkbox
          label="Close the incident when the monitoring tool reports that its alerts have ended"
          checked={settings.closesIncidents}
          disabled={save.isPending}
          onValue={closesIncidents => save.mutate({ closesIncidents })}
        />
        <Checkbox
          label="Create an alert for each new error, and for errors that occur again after they were resolved"
          checked={settings.errorsCreateAlerts}
          disabled={save.isPending}
          onValue={errorsCreateAlerts => save.mutate({ errorsCreateAlerts })}
        />
        <FormField
          label="Escalation policy for alerts"
          hint="While an alert is triggered, people are paged according to this policy until someone changes its status."
        >
          <Select
            value={String(settings.escalationPolicyId ?? '')}
            options={policies}
            disabled={save.isPending}
            onValue={id => save.mutate({ escalationPolicyId: id === '' ? null : Number(id) })}
          />
        </FormField>
      </div>
    </Card>
  )
}
