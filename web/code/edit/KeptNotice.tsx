import { Banner } from '#web/ui/status/Banner.tsx'

/** The reason why the text in an open form can no longer be committed. */
export function KeptNotice({ reason }: { readonly reason: string }) {
  return <Banner tone="warning">{reason} You can copy your changes, but not commit them.</Banner>
}
