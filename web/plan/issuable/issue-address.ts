/** The input of the page's one request. What is no number is no issue. */
export function issueInput({ namespace = '', iid = '' }: Readonly<Record<string, string>>) {
  return { namespace, iid: /^\d{1,9}$/.test(iid) ? Number(iid) : 0 }
}
