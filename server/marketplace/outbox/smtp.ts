import type { Transporter } from 'nodemailer';
import { isLoopback } from '../../env-values.js';
import type { MailAnswer, SendMail } from './mail.js';

/** Milliseconds for each step of a delivery. */
const patience = 10_000;

const open = async (address: string): Promise<Transporter> => {
  const { createTransport } = await import('nodemailer');
  const { protocol, hostname, port, username, password } = new URL(address);
  const secure = protocol === 'smtps:';
  const host = hostname.replace(/^\[|\]$/g, '');
  return createTransport({
    host,
    secure,
    port: Number(port) || (secure ? 465 : 587),
    // Over the open net only encrypted (RFC 8314).
    requireTLS: !secure && !isLoopback(hostname),
    ...(username && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    connectionTimeout: patience,
    greetingTimeout: patience,
    socketTimeout: patience,
    dnsTimeout: patience,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
};

/** What has gone wrong; messages of errors repeat addresses, so only codes are kept. */
function answerOf(error: unknown): MailAnswer {
  const { responseCode, code } = error as { responseCode?: number; code?: string };
  // A refused login or connection is no word on this mail, and may be mended.
  const isOfMail = code === 'EENVELOPE' || code === 'EMESSAGE';
  return { status: isOfMail ? (responseCode ?? 0) : 0, answer: String(responseCode ?? code ?? 'failed') };
}

/**
 * Sends mails by SMTP; its program is read when the first goes out.
 * @param address `smtp://` or `smtps://` with user and password (`SMTP_URL`)
 */
export function smtpSender(address: string): SendMail {
  let transport: Promise<Transporter> | null = null;
  return async (id, { from, to, subject, text }) => {
    try {
      transport ??= open(address);
      const { response } = await (await transport).sendMail({
        from,
        to: { name: '', address: to },
        subject,
        text,
        messageId: `<${id}@${from.address.split('@')[1]}>`,
        // Nobody's absence is told to a program (RFC 3834).
        headers: { 'Auto-Submitted': 'auto-generated' },
      });
      const status = Number(String(response).slice(0, 3)) || 250;
      return { status, answer: String(status) };
    } catch (error) {
      return answerOf(error);
    }
  };
}
