import { useState } from 'react'
import { importPagePath } from '#contract/transfer/import-paths.ts'
import type { JiraEdition } from '#contract/transfer/jira-imports.ts'
import { transferTitles } from '#contract/transfer/page-titles.ts'
import { importFromJira, importJiraCsv, jiraImportPage } from '#web/api/operations.gen.ts'
import { shownNamespace, usePlace } from '#web/api/place.ts'
import { useOperation, useReading } from '#web/api/query.ts'
import { useGoTo, usePageParams } from '#web/api/route.tsx'
import { uploadOf } from '#web/api/upload.ts'
import { fieldProblem, formProblem } from '#web/foundation/problems.ts'
import { DropZone } from '#web/ui/forms/DropZone.tsx'
import { Form, FormActions, Pair } from '#web/ui/forms/Form.tsx'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { Select } from '#web/ui/forms/Select.tsx'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'
import { Banner } from '#web/ui/status/Banner.tsx'
import { Skeleton } from '#web/ui/status/Skeleton.tsx'
import { describeSize } from '#web/ui/text/size.ts'
import { LatestImports } from '../imports/LatestImports.tsx'

/** Takes the issues of Jira from a file or from its server. Nothing is created before the next page says so. @source LIST-014 */
export function JiraImportPage() {
  const { namespace = '' } = usePageParams()
  const { data } = useReading(jiraImportPage, { namespace })
  usePlace({
    title: transferTitles.importFromJira,
    namespace: data === undefined ? null : shownNamespace(data.namespace),
    active: 'issues',
    crumbs: [
      { label: 'Issues', href: `/${namespace}/-/issues` },
      { label: transferTitles.importFromJira, href: `/${namespace}/-/import/jira` },
    ],
  })
  return (
    <Page width="narrow">
      <PageHeader
        title={transferTitles.importFromJira}
        detail="Issues are imported with their descriptions, comments, attachments, labels, links, sub-tasks and status. You can review everything and match people to users before anything is created."
      />
      {data === undefined ? (
        <Skeleton rows={6} shape="row" />
      ) : (
        <Stack>
          <ServerForm namespace={data.namespace.fullPath} />
          <FileCard namespace={data.namespace.fullPath} maxSizeBytes={data.maxSizeBytes} />
          <LatestImports namespace={data.namespace.fullPath} imports={data.imports} />
        </Stack>
      )}
    </Page>
  )
}

const named = ['url', 'token'] as const

const editions = [
  { value: 'cloud', label: 'Jira Cloud' },
  { value: 'data_center', label: 'Jira Data Center or Server' },
] as const

function ServerForm({ namespace }: { readonly namespace: string }) {
  const goTo = useGoTo()
  const [edition, setEdition] = useState<JiraEdition>('cloud')
  const [url, setUrl] = useState('')
  const [email, setEmail] = useState('')
  const [token, setToken] = useState('')
  const isCloud = edition === 'cloud'
  const [projectKey, setProjectKey] = useState('')
  const fetching = useOperation(importFromJira, {
    refreshes: [jiraImportPage],
    onSuccess: made => goTo(importPagePath(namespace, made.id)),
  })
  return (
    <Card
      title="From a Jira site"
      description="Your token is deleted once the issues are fetched or, if they have attachments, once the import has ended."
    >
      <Form
        problem={formProblem(fetching.error, named)}
        onSubmit={() =>
          fetching.mutate({
            namespace,
            edition,
            url: url.trim(),
            ...(isCloud && { email: email.trim() }),
            token,
            projectKey,
          })
        }
      >
        <FormField label="Edition">
          <Select options={editions} value={edition} onValue={setEdition} />
        </FormField>
        <FormField label="Address" refusal={fieldProblem(fetching.error, 'url', 'Address')}>
          <TextInput
            required
            type="url"
            placeholder={isCloud ? 'https://example.atlassian.net' : 'https://jira.example.com'}
            value={url}
            onValue={setUrl}
          />
        </FormField>
        {isCloud ? (
          <Pair>
            <FormField label="Email address">
              <TextInput required type="email" autoComplete="off" value={email} onValue={setEmail} />
            </FormField>
            <FormField label="API token" refusal={fieldProblem(fetching.error, 'token', 'API token')}>
              <TextInput required type="password" autoComplete="off" value={token} onValue={setToken} />
            </FormField>
          </Pair>
        ) : (
          <FormField
            label="Personal access token"
            hint="Create one in your Jira profile under Personal Access Tokens."
            refusal={fieldProblem(fetching.error, 'token', 'Personal access token')}
          >
            <TextInput required type="password" autoComplete="off" value={token} onValue={setToken} />
          </FormField>
        )}
        <FormField label="Project key" hint="The letters before an issue number, such as LOOM in LOOM-7.">
          <TextInput required code pattern="[A-Za-z][A-Za-z0-9_]*" value={projectKey} onValue={setProjectKey} />
        </FormField>
        <FormActions submit="Fetch issues" busy={fetching.isPending} />
      </Form>
    </Card>
  )
}

function FileCard({ namespace, maxSizeBytes }: { readonly namespace: string; readonly maxSizeBytes: number }) {
  const goTo = useGoTo()
  const [problem, setProblem] = useState<string | null>(null)
  const check = useOperation(importJiraCsv, {
    refreshes: [jiraImportPage],
    onSuccess: made => goTo(importPagePath(namespace, made.id)),
    onError: error => setProblem(error.message),
  })

  function choose(files: readonly File[]) {
    const [file] = files
    if (file === undefined || check.isPending) return
    setProblem(null)
    check.mutate({ namespace, file: uploadOf(file) })
  }

  return (
    <Card
      title="From a file"
      description={`In Jira, search for issues and choose Export, then CSV (all fields). Attachments are linked to Jira. The maximum size is ${describeSize(maxSizeBytes)}.`}
    >
      <Stack>
        {problem !== null && <Banner tone="danger">{problem}</Banner>}
        <DropZone
          say={check.isPending ? 'Checking the file…' : 'Drop the CSV export here'}
          button="Choose file"
          accept=".csv,text/csv"
          onChosen={choose}
          onDropped={dropped => choose([...dropped.files])}
        />
      </Stack>
    </Card>
  )
}
