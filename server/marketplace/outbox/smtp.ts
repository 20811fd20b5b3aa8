import type { Transporter } from 'nodemailer';
import { isLoopback } from '../../env-values.js';
import type { MailAnswer, SendMail } from './outbox.js';

const stepMs = 10_000;

export const openTransport = async (address: string): Promise<Transporter> => {
  const { createTransport } = await import('nodemailer');
  const { protocol, hostname, port, username, password } = new URL(address);
  const secure = protocol === 'smtps:';
  const host = hostname.replace(/^\[|\]$/g, '');
  return createTransport({
    host,
    secure,
    port: Number(port) || (secure ? 465 : 587),
    // Encryption is required outside this machine (RFC 8314).
    requireTLS: !secure && !isLoopback(hostname),
    ...(username && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    connectionTimeout: stepMs,
    greetingTimeout: stepMs,
    socketTimeout: stepMs,
    dnsTimeout: stepMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
};

/** Returns codes only, because messages of errors contain addresses. */
function answerOf(error: unknown): MailAnswer {
  const { responseCode, code } = error as { responseCode?: number; code?: string };
  // A refused login or connection says nothing about this mail.
  const isOfMail = code === 'EENVELOPE' || code === 'EMESSAGE';
  return { status: isOfMail ? (responseCode ?? 0) : 0, answer: String(responseCode ?? code ?? 'failed') };
}

/**
 * Sends mails by SMTP. The library is loaded for the first mail.
 * @param address `smtp://` or `smtps://` with user and password (`SMTP_URL`)
 */
export function smtpSender(address: string): SendMail {
  let transport: Promise<Transporter> | null = null;
  return async (id, { from, to, subject, text }) => {
    try {
      transport ??= openTransport(address);
      const { response } = await (await transport).sendMail({
        from,
        to: { name: '', address: to },
        subject,
        text,
        messageId: `<${id}@${from.address.split('@')[1]}>`,
        // Suppresses automatic replies (RFC 3834).
        headers: { 'Auto-Submitted': 'auto-generated' },
      });
      const status = Number(String(response).slice(0, 3)) || 250;
      return { status, answer: String(status) };
    } catch (error) {
      return answerOf(error);
    }
  };
}
