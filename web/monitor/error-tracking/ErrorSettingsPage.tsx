import { KeyIcon, PlusIcon } from '@primer/octicons-react'
import { useState } from 'react'
import { errorsTopic, projectTopic } from '#contract/live-topics.ts'
import { errorSettingsPath, errorsPath } from '#contract/monitor/error-tracking/error-paths.ts'
import { monitorTitles } from '#contract/monitor/page-titles.ts'
import type { ReplyOf } from '#contract/operation.ts'
import {
  createErrorClientKey,
  errorSettingsPage,
  listErrors,
  revokeErrorClientKey,
  setErrorTrackingSettings,
} from '#web/api/operations.gen.ts'
import { shownNamespace, usePlace } from '#web/api/place.ts'
import { useOperation, useReading } from '#web/api/query.ts'
import { usePageParams } from '#web/api/route.tsx'
import { CredentialList } from '#web/foundation/credentials/CredentialList.tsx'
import { CommandBlock } from '#web/foundation/places/CommandBlock.tsx'
import { Button, LinkButton } from '#web/ui/actions/Button.tsx'
import { CopyButton } from '#web/ui/actions/CopyButton.tsx'
import { Select } from '#web/ui/forms/Select.tsx'
import { Switch } from '#web/ui/forms/Switch.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { Skeleton } from '#web/ui/status/Skeleton.tsx'
import { RelativeTime } from '#web/ui/text/RelativeTime.tsx'
import styles from './ErrorSettingsPage.module.css'
import { type SnippetName, snippetNames, snippets } from './snippets.ts'

type SettingsData = ReplyOf<typeof import('#contract/monitor/error-tracking/errors.ts').errorSettingsPage>

const readings = [errorSettingsPage, listErrors]

/** The page on which maintainers turn error tracking on and find the settings for an application to send its errors. */
export function ErrorSettingsPage() {
  const { namespace = '' } = usePageParams()
  const { data } = useReading(
    errorSettingsPage,
    { namespace },
    { topics: page => [errorsTopic(page.namespace.id), projectTopic(page.namespace.id)] },
  )
  usePlace({
    title: monitorTitles.errorSettings,
    namespace: data === undefined ? null : shownNamespace(data.namespace),
    active: 'errors',
    crumbs: [
      { label: monitorTitles.errors, href: errorsPath(namespace) },
      { label: 'Settings', href: errorSettingsPath(namespace) },
    ],
  })
  return (
    <Page width="narrow">
      <PageHeader
        title={monitorTitles.errorSettings}
        detail="Applications send their errors with a Sentry SDK. Weft groups them and lists them in the project."
        actions={<LinkButton href={errorsPath(namespace)}>View errors</LinkButton>}
      />
      {data === undefined ? <Skeleton rows={4} shape="row" /> : <Shown page={data} />}
    </Page>
  )
}

function Shown({ page }: { readonly page: SettingsData }) {
  const { namespace, isEnabled, keys } = page
  const create = useOperation(createErrorClientKey, {
    refreshes: readings,
    onSuccess: () => showToast('Client key created'),
    onError: error => showToast(error.message, { tone: 'danger' }),
  })
  const set = useOperation(setErrorTrackingSettings, {
    refreshes: readings,
    onSuccess: ({ active }) => {
      showToast(active ? 'Error tracking turned on' : 'Error tracking turned off')
      // Without a key, nothing can be sent.
      if (active && keys.length === 0) create.mutate({ id: namespace.id })
    },
    onError: error => showToast(error.message, { tone: 'danger' }),
  })
  const shownOn = set.isPending ? set.variables.active : isEnabled
  const [firstKey] = keys
  return (
    <Stack gap={5}>
      <Card title="Collection">
        <Switch
          label="Accept errors"
          hint="When off, incoming events are rejected. Errors collected earlier are kept."
          checked={shownOn}
          onValue={active => !set.isPending && set.mutate({ id: namespace.id, active, integrated: true })}
        />
      </Card>
      <Card
        title="Client keys"
        description="An application sends its errors with a client key, which is part of its DSN. The key gives no other access."
        aside={
          <Button
            size="s"
            icon={<PlusIcon />}
            busy={create.isPending}
            onClick={() => create.mutate({ id: namespace.id })}
          >
            Create client key
          </Button>
        }
      >
        {keys.length === 0 ? (
          <p className={styles.none}>No client keys yet.</p>
        ) : (
          <CredentialList
            label="Client keys"
            items={keys}
            verb="Revoke"
            noun="client key"
            nameOf={key => key.publicKey}
            question="Revoke client key?"
            row={key => ({
              leading: <KeyIcon />,
              title: (
                <span className={styles.dsn}>
                  <code>{key.sentryDsn}</code>
                  <CopyButton text={key.sentryDsn} label="Copy DSN" />
                </span>
              ),
              detail: (
                <span>
                  Created <RelativeTime at={key.createdAt} />
                </span>
              ),
            })}
            warning={() => 'Errors sent with this key will be rejected. This cannot be undone.'}
            operation={revokeErrorClientKey}
            inputOf={key => ({ id: namespace.id, keyId: key.id })}
            refreshes={readings}
          />
        )}
      </Card>
      {firstKey !== undefined && <SetupCard dsn={firstKey.sentryDsn} />}
    </Stack>
  )
}

function SetupCard({ dsn }: { readonly dsn: string }) {
  const [name, setName] = useState<SnippetName>('node')
  return (
    <Card
      title="Set up an application"
      description="Install the Sentry SDK for your language, and initialize it with the DSN when the application starts."
      aside={
        <Select
          size="s"
          aria-label="Language"
          value={name}
          options={snippetNames.map(value => ({ value, label: snippets[value].label }))}
          onValue={setName}
        />
      }
    >
      <Stack gap={3}>
        <CommandBlock label="Copy command" commands={snippets[name].install} />
        <CommandBlock label="Copy code" commands={snippets[name].code(dsn)} />
      </Stack>
    </Card>
  )
}
