/** The input of the page's one request. A segment that is not a number is not an issue. */
export function issueInput({ namespace = '', iid = '' }: Readonly<Record<string, string>>) {
  return { namespace, iid: /^\d{1,9}$/.test(iid) ? Number(iid) : 0 }
}
