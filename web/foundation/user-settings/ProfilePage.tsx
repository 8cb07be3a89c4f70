import { foundationTitles } from '#contract/foundation/page-titles.ts'
import { userTopic } from '#contract/live-topics.ts'
import type { ReplyOf } from '#contract/operation.ts'
import { textBoxes } from '#contract/text-boxes.ts'
import { getProfile, getViewer, removeAvatar, setAvatar, updateProfile } from '#web/api/operations.gen.ts'
import { useOperation, useReading } from '#web/api/query.ts'
import { useFollowSaved } from '#web/api/unsent-texts/follow-saved.ts'
import { useKeptText } from '#web/api/unsent-texts/kept-text.ts'
import { UnsentOffer } from '#web/api/unsent-texts/UnsentOffer.tsx'
import { uploadOf } from '#web/api/upload.ts'
import { useViewer } from '#web/api/viewer.ts'
import { LinkButton } from '#web/ui/actions/Button.tsx'
import { Checkbox } from '#web/ui/forms/Checkbox.tsx'
import { useDraft } from '#web/ui/forms/draft.ts'
import { Form, FormActions, Pair } from '#web/ui/forms/Form.tsx'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { TextArea } from '#web/ui/forms/TextArea.tsx'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { type FieldLabels, OverlapBanner, overlapsIn } from '../OverlapBanner.tsx'
import { fieldProblem, formProblem, saveProblem } from '../problems.ts'
import { AvatarField } from './AvatarField.tsx'
import { StatusForm } from './StatusForm.tsx'
import { UserSettingsFrame } from './UserSettingsFrame.tsx'

type Profile = ReplyOf<typeof import('#contract/foundation/users.ts').getProfile>

export function ProfilePage() {
  const { user } = useViewer()
  const { data: profile } = useReading(getProfile, {}, { topics: () => (user === null ? [] : [userTopic(user.id)]) })
  if (profile === undefined) return null
  return (
    <UserSettingsFrame
      active="profile"
      title={foundationTitles.profile}
      detail="How other people see you."
      actions={<LinkButton href={`/${profile.username}`}>View profile</LinkButton>}
    >
      <div id="status">
        <Card title="Status">
          <StatusForm status={profile.status} />
        </Card>
      </div>
      <Card title="Avatar">
        <AvatarEditor profile={profile} />
      </Card>
      <Card title="About you">
        <Facts profile={profile} />
      </Card>
    </UserSettingsFrame>
  )
}

function AvatarEditor({ profile }: { readonly profile: Profile }) {
  const save = useOperation(setAvatar, {
    refreshes: [getProfile, getViewer],
    onSuccess: () => showToast('Avatar saved'),
  })
  const remove = useOperation(removeAvatar, {
    refreshes: [getProfile, getViewer],
    onSuccess: () => showToast('Avatar removed'),
  })
  return (
    <AvatarField
      // A saved avatar is the owner's from then on: the chosen file is let go.
      key={profile.avatarUrl}
      owner={profile}
      busy={save.isPending || remove.isPending}
      error={formProblem(save.error ?? remove.error)}
      onSave={file => save.mutate({ avatar: uploadOf(file) })}
      onRemove={profile.avatarUrl === null ? undefined : () => remove.mutate({})}
    />
  )
}

const fields = ['name', 'pronouns', 'jobTitle', 'organization', 'location', 'websiteUrl'] as const
const labels: Readonly<Record<(typeof fields)[number], string>> = {
  name: 'Name',
  pronouns: 'Pronouns',
  jobTitle: 'Job title',
  organization: 'Organization',
  location: 'Location',
  websiteUrl: 'Website',
}

interface FactFields extends Readonly<Record<(typeof fields)[number], string>> {
  readonly showsEmail: boolean
  readonly privateProfile: boolean
}

const factLabels: FieldLabels<FactFields> = {
  ...labels,
  showsEmail: 'Show my email address',
  privateProfile: 'Keep my profile private',
}

function Facts({ profile }: { readonly profile: Profile }) {
  const { name, pronouns, jobTitle, organization, location, websiteUrl, privateProfile } = profile
  const draft = useDraft<FactFields>({
    ...{ name, pronouns, jobTitle, organization, location, websiteUrl, privateProfile },
    showsEmail: profile.publicEmail !== '',
  })
  const { values: facts, set: change } = draft
  const bio = useKeptText(textBoxes.bio(), profile.bio)
  const written = useFollowSaved(bio, profile.bio)
  const save = useOperation(updateProfile, {
    refreshes: [getProfile, getViewer],
    onSuccess: (saved, { publicEmail, ...sent }) => {
      draft.saved({ ...sent, ...(publicEmail === undefined ? {} : { showsEmail: publicEmail !== '' }) })
      if (sent.bio !== undefined) bio.clearSent(sent.bio, { text: saved.bio, version: null })
      showToast('Profile saved')
    },
  })
  const overlaps = [
    ...overlapsIn(draft, factLabels),
    ...(written.isOverlap ? [{ label: 'Bio', theirs: profile.bio, mine: bio.text }] : []),
  ]
  const shown = [...fields, 'bio']
  const text = (field: (typeof fields)[number]) => (
    <FormField key={field} label={labels[field]} refusal={fieldProblem(save.error, field, labels[field])}>
      <TextInput
        name={field}
        value={facts[field]}
        {...(field === 'websiteUrl' ? { type: 'url', placeholder: 'https://' } : {})}
        onValue={value => change({ [field]: value })}
      />
    </FormField>
  )

  const onWire = ({ showsEmail, ...rest }: Partial<FactFields>) => ({
    ...rest,
    ...(showsEmail === undefined ? {} : { publicEmail: showsEmail ? profile.email : '' }),
  })

  function submit() {
    if (save.isPending || (!draft.isChanged && !written.isChanged)) return
    save.mutate({
      ...onWire(draft.changes),
      ...(written.isChanged ? { bio: bio.text } : {}),
      expected: { ...onWire(draft.expected), ...(written.isChanged ? { bio: bio.base } : {}) },
    })
  }

  return (
    <Form problem={saveProblem(save.error, overlaps, shown)} onSubmit={submit}>
      <OverlapBanner
        overlaps={overlaps}
        save={save}
        onKeep={() => {
          draft.keep()
          written.keep()
          save.reset()
        }}
        onDiscard={() => {
          draft.discard()
          written.discard()
          save.reset()
        }}
      />
      <Pair>{[text('name'), text('pronouns')]}</Pair>
      <Pair>{[text('jobTitle'), text('organization')]}</Pair>
      <Pair>{[text('location'), text('websiteUrl')]}</Pair>
      <UnsentOffer places={[bio.place]} />
      <FormField label="Bio" hint="A sentence or two." refusal={fieldProblem(save.error, 'bio', 'Bio')}>
        <TextArea rows={3} maxLength={500} value={bio.text} onValue={bio.setText} />
      </FormField>
      <Checkbox
        label="Show my email address"
        hint={`${profile.email} will be shown on your profile.`}
        checked={facts.showsEmail}
        onValue={showsEmail => change({ showsEmail })}
      />
      <Checkbox
        label="Keep my profile private"
        hint="Other people see only your name and avatar."
        checked={facts.privateProfile}
        onValue={privateProfile => change({ privateProfile })}
      />
      <FormActions submit="Save profile" busy={save.isPending} />
    </Form>
  )
}
