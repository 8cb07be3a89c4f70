import { projectTopic } from '#contract/live-topics.ts'
import type { ReplyOf } from '#contract/operation.ts'
import { planTitles } from '#contract/plan/page-titles.ts'
import { serviceDeskLimits as limits } from '#contract/plan/service-desk/service-desk-limits.ts'
import {
  requestFormPath,
  serviceDeskPath,
  serviceDeskSettingsPath,
} from '#contract/plan/service-desk/service-desk-paths.ts'
import { defaultMailTexts, mailPlaceholders } from '#contract/plan/service-desk/service-desk-texts.ts'
import { getServiceDeskSettingsPage, updateServiceDesk } from '#web/api/operations.gen.ts'
import { shownNamespace, usePlace } from '#web/api/place.ts'
import { useOperation, useReading } from '#web/api/query.ts'
import { usePageParams } from '#web/api/route.tsx'
import { DraftOverlaps, type FieldLabels } from '#web/foundation/OverlapBanner.tsx'
import { fieldProblem, saveProblem } from '#web/foundation/problems.ts'
import { LinkButton } from '#web/ui/actions/Button.tsx'
import { CopyButton } from '#web/ui/actions/CopyButton.tsx'
import { type Draft, useDraft } from '#web/ui/forms/draft.ts'
import { Form, FormActions } from '#web/ui/forms/Form.tsx'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { NumberInput } from '#web/ui/forms/NumberInput.tsx'
import { Select } from '#web/ui/forms/Select.tsx'
import { Switch } from '#web/ui/forms/Switch.tsx'
import { TextArea } from '#web/ui/forms/TextArea.tsx'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { PlaceListSkeleton } from '#web/ui/layout/PlaceListSkeleton.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { counted } from '#web/ui/text/counted.ts'
import styles from './ServiceDeskSettings.module.css'

type PageData = ReplyOf<typeof import('#contract/plan/service-desk/service-desk.ts').getServiceDeskSettingsPage>
type Settings = PageData['settings']

const labels = {
  enabled: 'Accept requests',
  hasForm: 'Public form',
  projectKey: 'Address suffix',
  customAddress: 'Custom email address',
  senderName: 'Sender name',
  thankYou: 'Thank-you email',
  newNote: 'Reply email',
  closing: 'Closing email',
  issueTemplate: 'Issue template',
  labelId: 'Label for new requests',
  firstAnswerHours: 'Hours until the first reply',
} as const satisfies FieldLabels<Settings>

const texts = ['thankYou', 'newNote', 'closing'] as const

/** The page on which maintainers turn the service desk on, and set its address and texts. */
export function ServiceDeskSettingsPage() {
  const { namespace = '' } = usePageParams()
  const { data } = useReading(
    getServiceDeskSettingsPage,
    { namespace },
    { topics: page => [projectTopic(page.namespace.id)] },
  )
  return data === undefined ? (
    <PlaceListSkeleton title={planTitles.serviceDeskSettings} />
  ) : (
    <Shown key={data.namespace.id} page={data} />
  )
}

function Shown({ page }: { readonly page: PageData }) {
  const { namespace, settings } = page
  const { fullPath } = namespace
  usePlace({
    title: planTitles.serviceDeskSettings,
    namespace: shownNamespace(namespace),
    active: 'service_desk',
    crumbs: [
      { label: planTitles.serviceDesk, href: serviceDeskPath(fullPath) },
      { label: 'Settings', href: serviceDeskSettingsPath(fullPath) },
    ],
  })
  const draft = useDraft<Settings>(settings)
  const save = useOperation(updateServiceDesk, {
    refreshes: [getServiceDeskSettingsPage],
    onSuccess: (_, sent) => {
      draft.saved(sent)
      showToast('Service desk settings saved')
    },
  })
  return (
    <Page width="narrow">
      <PageHeader
        title={planTitles.serviceDeskSettings}
        detail="People without an account send requests by email or with a public form. Each request becomes a confidential issue."
        actions={<LinkButton href={serviceDeskPath(fullPath)}>View requests</LinkButton>}
      />
      <Form
        problem={saveProblem(save.error, draft.overlaps, ['projectKey', 'customAddress', 'labelId'])}
        onSubmit={() => {
          if (!save.isPending && draft.isChanged)
            save.mutate({ namespace: fullPath, ...draft.changes, expected: draft.expected })
        }}
      >
        <DraftOverlaps draft={draft} labels={labels} save={save} />
        <Stack gap={5}>
          <Requests page={page} draft={draft} error={save.error} />
          <Emails page={page} draft={draft} />
          <NewIssues page={page} draft={draft} error={save.error} />
        </Stack>
        <FormActions submit="Save changes" busy={save.isPending} />
      </Form>
    </Page>
  )
}

interface PartProps {
  readonly page: PageData
  readonly draft: Draft<Settings>
  readonly error: Parameters<typeof fieldProblem>[0]
}

function Requests({ page, draft, error }: PartProps) {
  const { namespace, address, ignoredMails } = page
  const { values } = draft
  return (
    <Card title="Requests">
      <div className={styles.fields}>
        <Switch
          label={labels.enabled}
          hint={
            address === null
              ? 'This site receives no email: people need the public form, and reply on the page of their request. An administrator can set up incoming email with SMTP_IN_PORT.'
              : 'Email to the address below becomes an issue. When off, it is returned to its sender.'
          }
          checked={values.enabled}
          onValue={enabled => draft.set({ enabled })}
        />
        {address !== null && (
          <p className={styles.address}>
            <code>{address}</code>
            <CopyButton text={address} label="Copy address" />
          </p>
        )}
        {ignoredMails > 0 && (
          <p className={styles.note}>
            {counted(ignoredMails, 'automatic email was', 'automatic emails were')} ignored.
          </p>
        )}
        <Switch
          label={labels.hasForm}
          hint={
            <>
              Anyone on the internet can send a request at <bdi>{requestFormPath(namespace.fullPath)}</bdi>.
            </>
          }
          checked={values.hasForm}
          onValue={hasForm => draft.set({ hasForm })}
        />
        {address !== null && (
          <>
            <FormField
              label={labels.projectKey}
              optional
              hint="Replaces the project ID at the end of the address. Lowercase letters, digits and underscores."
              refusal={fieldProblem(error, 'projectKey', 'Address suffix')}
            >
              <TextInput
                code
                maxLength={limits.key}
                value={values.projectKey ?? ''}
                onValue={projectKey => draft.set({ projectKey: projectKey || null })}
              />
            </FormField>
            <FormField
              label={labels.customAddress}
              optional
              hint="People write to this address. Set it up to forward its email to the address above."
              refusal={fieldProblem(error, 'customAddress', 'Custom email address')}
            >
              <TextInput
                type="email"
                maxLength={limits.address}
                value={values.customAddress ?? ''}
                onValue={customAddress => draft.set({ customAddress: customAddress || null })}
              />
            </FormField>
          </>
        )}
      </div>
    </Card>
  )
}

function Emails({ page, draft }: Omit<PartProps, 'error'>) {
  const { values } = draft
  const usual = defaultMailTexts(page.address !== null)
  return (
    <Card
      title="Emails to requesters"
      description="Markdown with placeholders. An empty text uses the default, which is shown in its field."
    >
      <div className={styles.fields}>
        <FormField label={labels.senderName} optional hint="By default, the name of the member who replies.">
          <TextInput
            maxLength={limits.senderName}
            value={values.senderName ?? ''}
            onValue={senderName => draft.set({ senderName: senderName || null })}
          />
        </FormField>
        {texts.map(name => (
          <FormField key={name} label={labels[name]} optional>
            <TextArea
              code
              rows={5}
              maxLength={limits.mailText}
              placeholder={usual[name]}
              value={values[name] ?? ''}
              onValue={text => draft.set({ [name]: text || null })}
            />
          </FormField>
        ))}
        <dl className={styles.placeholders} aria-label="Placeholders">
          {Object.entries(mailPlaceholders).map(([name, meaning]) => (
            <div key={name}>
              <dt>
                <code>{`%{${name}}`}</code>
              </dt>
              <dd>{meaning}</dd>
            </div>
          ))}
        </dl>
      </div>
    </Card>
  )
}

function NewIssues({ page, draft, error }: PartProps) {
  const { values } = draft
  const choices = [
    { value: '', label: 'None' },
    ...page.labels.map(({ id, title }) => ({ value: String(id), label: title })),
  ]
  return (
    <Card title="Issues of requests">
      <div className={styles.fields}>
        <FormField label={labels.labelId} refusal={fieldProblem(error, 'labelId', 'Label')}>
          <Select
            value={String(values.labelId ?? '')}
            options={choices}
            onValue={id => draft.set({ labelId: id === '' ? null : Number(id) })}
          />
        </FormField>
        <FormField label={labels.issueTemplate} optional hint="Added below the text of each request.">
          <TextArea
            rows={4}
            maxLength={limits.issueTemplate}
            value={values.issueTemplate ?? ''}
            onValue={issueTemplate => draft.set({ issueTemplate: issueTemplate || null })}
          />
        </FormField>
        <FormField
          label={labels.firstAnswerHours}
          optional
          hint="Requests without a reply from a member after this time are marked as overdue in the list."
        >
          <NumberInput
            min={1}
            max={limits.hours}
            value={values.firstAnswerHours}
            onValue={firstAnswerHours => draft.set({ firstAnswerHours })}
          />
        </FormField>
      </div>
    </Card>
  )
}
