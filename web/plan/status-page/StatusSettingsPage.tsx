import { useState } from 'react'
import { projectTopic } from '#contract/live-topics.ts'
import { statusPagePath, statusSettingsPath } from '#contract/plan/incidents/status-page-path.ts'
import { planTitles } from '#contract/plan/page-titles.ts'
import { call } from '#web/api/client.ts'
import { getStatusSettingsPage, setStatusHost, updateProject } from '#web/api/operations.gen.ts'
import { shownNamespace, usePlace } from '#web/api/place.ts'
import { useOperation, useReading } from '#web/api/query.ts'
import { usePageParams } from '#web/api/route.tsx'
import { useCall } from '#web/api/use-call.ts'
import { fieldProblem, formProblem } from '#web/foundation/problems.ts'
import { LinkButton } from '#web/ui/actions/Button.tsx'
import { Form, FormActions } from '#web/ui/forms/Form.tsx'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { Switch } from '#web/ui/forms/Switch.tsx'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { PlaceListSkeleton } from '#web/ui/layout/PlaceListSkeleton.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { ComponentsCard } from './ComponentsCard.tsx'
import { SubscribersCard } from './SubscribersCard.tsx'
import type { StatusSettingsData } from './shapes.ts'

/** The page on which members manage the public status page of their project. */
export function StatusSettingsPage() {
  const { namespace = '' } = usePageParams()
  const { data } = useReading(
    getStatusSettingsPage,
    { namespace },
    { topics: page => [projectTopic(page.namespace.id)] },
  )
  return data === undefined ? (
    <PlaceListSkeleton title={planTitles.statusSettings} />
  ) : (
    <Shown key={data.namespace.id} page={data} />
  )
}

function Shown({ page }: { readonly page: StatusSettingsData }) {
  const { namespace, isEnabled } = page
  const { fullPath } = namespace
  usePlace({
    title: planTitles.statusSettings,
    namespace: shownNamespace(namespace),
    active: 'settings',
    crumbs: [{ label: planTitles.statusSettings, href: statusSettingsPath(fullPath) }],
  })
  return (
    <Page width="narrow">
      <PageHeader
        title={planTitles.statusSettings}
        actions={isEnabled && <LinkButton href={statusPagePath(fullPath)}>View status page</LinkButton>}
      />
      <Stack gap={5}>
        <PublicCard page={page} />
        {(page.host !== null || page.permissions.canSetHost) && <AddressCard page={page} />}
        <ComponentsCard projectId={namespace.id} components={page.components} />
        {page.permissions.canAdmin && <SubscribersCard page={page} />}
      </Stack>
    </Page>
  )
}

/** The host name of its own, which administrators set. */
function AddressCard({ page }: { readonly page: StatusSettingsData }) {
  const { namespace, host, permissions } = page
  const [typed, setTyped] = useState(host ?? '')
  const save = useOperation(setStatusHost, {
    refreshes: [getStatusSettingsPage],
    onSuccess: () => showToast('Address saved'),
  })
  return (
    <Card
      title="Own address"
      description="A host name under which the server answers only this page. Point its DNS record at this server first."
    >
      <Form
        problem={formProblem(save.error, ['host'])}
        onSubmit={() => save.mutate({ id: namespace.id, host: typed.trim() || null })}
      >
        <FormField
          label="Host name"
          hint="For example status.example.com. Leave empty for none."
          refusal={fieldProblem(save.error, 'host', 'Host name')}
        >
          <TextInput
            autoComplete="off"
            spellCheck={false}
            disabled={!permissions.canSetHost}
            maxLength={253}
            value={typed}
            onValue={setTyped}
          />
        </FormField>
        {permissions.canSetHost && <FormActions submit="Set address" busy={save.isPending} />}
      </Form>
    </Card>
  )
}

function PublicCard({ page }: { readonly page: StatusSettingsData }) {
  const { namespace, isEnabled } = page
  const { canAdmin } = page.permissions
  const save = useCall((statusPageEnabled: boolean) => call(updateProject, { id: namespace.id, statusPageEnabled }), {
    refreshes: [getStatusSettingsPage],
    saysErrors: true,
    onSuccess: () => showToast('Status page saved'),
  })
  return (
    <Card title="Public page">
      <Switch
        label="Public status page"
        hint={
          canAdmin ? (
            <>
              Anyone on the internet can read the page at <bdi>{statusPagePath(namespace.fullPath)}</bdi>. It shows only
              the components below and the texts that members write for it.
            </>
          ) : (
            'A maintainer of the project can change this.'
          )
        }
        checked={isEnabled}
        disabled={!canAdmin || save.isPending}
        onValue={on => save.mutate(on)}
      />
    </Card>
  )
}
