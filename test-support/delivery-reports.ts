type ReportOptions = {
  readonly headers?: readonly string[];
  readonly type?: string;
  readonly action?: string;
  readonly status?: string;
};

/** What a mail server sends to the return address of a mail that it could not deliver. */
export function deliveryReport(
  returnAddress: string,
  {
    headers = [`Delivered-To: ${returnAddress}`, 'To: undisclosed'],
    type = 'multipart/report; report-type=delivery-status',
    action = 'failed',
    status = '5.1.1',
  }: ReportOptions = {},
): string {
  return [
    ...['Return-Path: <>', ...headers, 'From: MAILER-DAEMON@mx.example', 'MIME-Version: 1.0'],
    ...['Subject: Undelivered Mail', `Content-Type: ${type};`, '\tboundary="=_b"', ''],
    ...['--=_b', 'Content-Type: text/plain', '', 'Your mail could not be delivered.', ''],
    ...['--=_b', 'Content-Type: message/delivery-status', '', 'Reporting-MTA: dns; mx.example', ''],
    ...['Final-Recipient: rfc822; ann@example.com', `Action: ${action}`, `Status: ${status}`],
    ...['Diagnostic-Code: smtp; 550 5.1.1 No such user', ''],
    ...['--=_b', 'Content-Type: message/rfc822', '', 'Subject: A post', '', 'Hello', '--=_b--', ''],
  ].join('\r\n');
}
