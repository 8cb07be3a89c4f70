import { useState } from 'react'
import { feedTitles } from '#contract/feeds/page-titles.ts'
import { type PhoneChannel, phoneChannels, phoneLimits } from '#contract/feeds/paging-rules.ts'
import type { ReplyOf } from '#contract/operation.ts'
import { urlCharacters } from '#contract/url-limits.ts'
import { getPhoneProvider, testPhoneProvider, updatePhoneProvider } from '#web/api/operations.gen.ts'
import { useOperation, useReading } from '#web/api/query.ts'
import { AdminFrame } from '#web/foundation/admin/AdminFrame.tsx'
import { chosenFrom, DraftOverlaps, type FieldLabels } from '#web/foundation/OverlapBanner.tsx'
import { fieldProblem, formProblem, saveProblem } from '#web/foundation/problems.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { useDraft } from '#web/ui/forms/draft.ts'
import { Form, FormActions, Pair } from '#web/ui/forms/Form.tsx'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { NumberInput } from '#web/ui/forms/NumberInput.tsx'
import { Select } from '#web/ui/forms/Select.tsx'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'
import { FormDialog } from '#web/ui/overlays/FormDialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { Banner } from '#web/ui/status/Banner.tsx'
import { RetryBanner } from '#web/ui/status/RetryBanner.tsx'
import { Skeleton } from '#web/ui/status/Skeleton.tsx'
import { counted } from '#web/ui/text/counted.ts'
import { channelLabels, messages } from '../messages.ts'

type Provider = ReplyOf<typeof import('#contract/feeds/paging.ts').getPhoneProvider>

const formatOptions = [
  { value: 'form', label: messages.formFormat },
  { value: 'json', label: messages.jsonFormat },
] as const

/** The service that sends text messages and makes calls for pages, for administrators. */
export function PhoneProviderPage() {
  const { data, isError, refetch } = useReading(getPhoneProvider, {})
  return (
    <AdminFrame
      active="phone"
      title={feedTitles.phoneProvider}
      detail={
        <>
          {messages.provider} <TextLink href="/help/paging_by_phone">Learn more</TextLink>
        </>
      }
    >
      {data !== undefined ? (
        <>
          <Trial provider={data} />
          <ProviderForm provider={data} />
        </>
      ) : isError ? (
        <RetryBanner onRetry={refetch}>Could not load the provider.</RetryBanner>
      ) : (
        <Skeleton shape="row" rows={6} label="Loading the provider" />
      )}
    </AdminFrame>
  )
}

const offersOf = ({ smsUrl, voiceUrl }: Provider): readonly PhoneChannel[] =>
  phoneChannels.filter(channel => (channel === 'sms' ? smsUrl : voiceUrl) !== '')

function Trial({ provider }: { readonly provider: Provider }) {
  const [isOpen, setOpen] = useState(false)
  const offers = offersOf(provider)
  if (offers.length === 0) return null
  return (
    <>
      <Card
        title="Use"
        description={`${counted(provider.sentLately, 'message or call', 'messages and calls')} in the last 24 hours, of ${provider.dailyLimit} allowed.`}
        aside={<Button onClick={() => setOpen(true)}>Send test</Button>}
      />
      {isOpen && <TrialDialog offers={offers} onClose={() => setOpen(false)} />}
    </>
  )
}

interface TrialDialogProps {
  readonly offers: readonly PhoneChannel[]
  readonly onClose: () => void
}

function TrialDialog({ offers, onClose }: TrialDialogProps) {
  const [number, setNumber] = useState('')
  const [channel, setChannel] = useState<PhoneChannel>(offers[0] ?? 'sms')
  const test = useOperation(testPhoneProvider, { refreshes: [getPhoneProvider] })
  const outcome = test.data
  return (
    <FormDialog
      title="Send test"
      description="The provider’s response is shown here."
      size="s"
      submit="Send test"
      disabled={number.trim() === ''}
      busy={test.isPending}
      problem={formProblem(test.error, ['number'])}
      onSubmit={() => test.mutate({ number: number.trim(), channel })}
      onClose={onClose}
    >
      {outcome !== undefined && (
        <Banner
          tone={outcome.isSent ? 'success' : 'danger'}
          title={outcome.isSent ? 'The provider accepted it' : outcome.failure}
        >
          {outcome.answer}
        </Banner>
      )}
      <FormField label="Number" required refusal={fieldProblem(test.error, 'number', 'Number')}>
        <TextInput
          code
          data-autofocus
          type="tel"
          autoComplete="tel"
          maxLength={40}
          value={number}
          onValue={setNumber}
        />
      </FormField>
      {offers.length > 1 && (
        <FormField label="Send">
          <Select
            value={channel}
            options={offers.map(value => ({ value, label: channelLabels[value] }))}
            onValue={setChannel}
          />
        </FormField>
      )}
    </FormDialog>
  )
}

const fieldsOf = ({ smsUrl, voiceUrl, format, sender, username, dailyLimit }: Provider) => ({
  ...{ smsUrl, voiceUrl, format, sender, username, dailyLimit },
})

const labels: FieldLabels<ReturnType<typeof fieldsOf>> = {
  smsUrl: 'URL for text messages',
  voiceUrl: 'URL for calls',
  format: chosenFrom<Provider['format']>('Format', formatOptions),
  sender: 'Sender',
  username: 'Username',
  dailyLimit: 'Messages and calls in 24 hours',
}

function ProviderForm({ provider }: { readonly provider: Provider }) {
  const draft = useDraft(fieldsOf(provider))
  const [secrets, setSecrets] = useState<Secrets>({})
  const { values, set } = draft
  const save = useOperation(updatePhoneProvider, {
    refreshes: [getPhoneProvider],
    onSuccess: (_, sent) => {
      draft.saved(sent)
      setSecrets({})
      showToast('Provider saved')
    },
  })
  const { error } = save
  const isChanged = draft.isChanged || Object.keys(secrets).length > 0
  const shown = ['smsUrl', 'voiceUrl', 'sender', 'username', 'dailyLimit', 'password', 'signingSecret']
  return (
    <Form
      label={feedTitles.phoneProvider}
      problem={saveProblem(error, draft.overlaps, shown)}
      onSubmit={() =>
        !save.isPending &&
        isChanged &&
        save.mutate({
          ...draft.changes,
          ...secrets,
          // New secrets are for the addresses that stand here.
          expected: {
            ...(Object.keys(secrets).length > 0 && { smsUrl: provider.smsUrl, voiceUrl: provider.voiceUrl }),
            ...draft.expected,
          },
        })
      }
    >
      <DraftOverlaps draft={draft} labels={labels} save={save} />
      <Card title="Requests" description="A POST request to one of these URLs sends a text message or makes a call.">
        <Stack>
          <FormField
            label="URL for text messages"
            hint="Leave it empty to send none."
            refusal={fieldProblem(error, 'smsUrl', 'URL')}
          >
            <UrlInput value={values.smsUrl} onValue={smsUrl => set({ smsUrl })} />
          </FormField>
          <FormField
            label="URL for calls"
            hint="Leave it empty to make none."
            refusal={fieldProblem(error, 'voiceUrl', 'URL')}
          >
            <UrlInput value={values.voiceUrl} onValue={voiceUrl => set({ voiceUrl })} />
          </FormField>
          <Pair>
            <FormField label="Format">
              <Select value={values.format} options={formatOptions} onValue={format => set({ format })} />
            </FormField>
            <FormField
              label="Sender"
              hint="The number that messages and calls come from."
              refusal={fieldProblem(error, 'sender', 'Sender')}
            >
              <TextInput code value={values.sender} maxLength={100} onValue={sender => set({ sender })} />
            </FormField>
          </Pair>
        </Stack>
      </Card>
      <Card title="Authentication" description={messages.secretsDropped}>
        <Pair>
          <FormField
            label="Username"
            hint="Without one, the password is sent as a bearer token."
            refusal={fieldProblem(error, 'username', 'Username')}
          >
            <TextInput
              code
              autoComplete="off"
              value={values.username}
              maxLength={phoneLimits.credential}
              onValue={username => set({ username })}
            />
          </FormField>
          <SecretField
            label="Password"
            isSet={provider.hasPassword}
            problem={fieldProblem(error, 'password', 'Password')}
            value={secrets.password}
            onValue={password => setSecrets(withSecret(secrets, { password }))}
          />
          <SecretField
            label="Signing secret"
            isSet={provider.hasSigningSecret}
            problem={fieldProblem(error, 'signingSecret', 'Signing secret')}
            value={secrets.signingSecret}
            onValue={signingSecret => setSecrets(withSecret(secrets, { signingSecret }))}
          />
        </Pair>
      </Card>
      <Card title="Limit" description="Pages beyond it go out by email.">
        <FormField label="Messages and calls in 24 hours" error={fieldProblem(error, 'dailyLimit', 'The number')}>
          <NumberInput
            required
            min={1}
            max={phoneLimits.mostDaily}
            value={values.dailyLimit}
            onValue={value => value !== null && set({ dailyLimit: value })}
          />
        </FormField>
      </Card>
      <FormActions submit="Save provider" disabled={!isChanged} busy={save.isPending} />
    </Form>
  )
}

interface UrlInputProps {
  readonly value: string
  readonly onValue: (url: string) => void
}

const UrlInput = ({ value, onValue }: UrlInputProps) => (
  <TextInput
    code
    type="url"
    inputMode="url"
    autoComplete="off"
    maxLength={urlCharacters}
    value={value}
    onValue={onValue}
  />
)

/** New secrets; an empty one takes the stored one away. */
interface Secrets {
  readonly password?: string
  readonly signingSecret?: string
}

/** @param change  undefined: the stored one stays */
function withSecret(secrets: Secrets, change: { readonly [Name in keyof Secrets]?: string | undefined }): Secrets {
  return Object.fromEntries(Object.entries({ ...secrets, ...change }).filter(([, secret]) => secret !== undefined))
}

interface SecretFieldProps {
  readonly label: string
  readonly isSet: boolean
  readonly problem: string | null
  /** Undefined: the stored one stays. Empty: it is removed. */
  readonly value: string | undefined
  readonly onValue: (secret: string | undefined) => void
}

/** A secret that is never shown again. */
function SecretField({ label, isSet, problem, value, onValue }: SecretFieldProps) {
  const isRemoved = isSet && value === ''
  return (
    <Stack gap={1}>
      <FormField
        label={label}
        hint={
          isRemoved
            ? 'It is removed when you save.'
            : isSet
              ? 'One is stored. Enter another one to replace it.'
              : 'None is stored.'
        }
        refusal={problem}
      >
        <TextInput
          type="password"
          autoComplete="new-password"
          maxLength={phoneLimits.credential}
          value={value ?? ''}
          onValue={secret => onValue(secret === '' ? undefined : secret)}
        />
      </FormField>
      {isSet && (
        <div>
          <Button
            size="s"
            variant="quiet"
            aria-label={
              isRemoved ? `Keep the stored ${label.toLowerCase()}` : `Remove the stored ${label.toLowerCase()}`
            }
            onClick={() => onValue(isRemoved ? undefined : '')}
          >
            {isRemoved ? 'Keep' : 'Remove'}
          </Button>
        </div>
      )}
    </Stack>
  )
}
