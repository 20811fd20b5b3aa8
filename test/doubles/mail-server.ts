import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';

/** A mail as the server received it. */
export interface ReceivedMail {
  from: string;
  to: string;
  /** Headers and body unchanged, with lines that end with CRLF. */
  data: string;
}
/** A local mail server that speaks SMTP (RFC 5321), over real connections. */
export interface MailServer {
  /** In the format of `SMTP_URL`. */
  url: string;
  mails: ReceivedMail[];
  /** Response to a recipient; 250 by default. */
  recipientAnswer: string;
  /** Response to a login; 235 by default. */
  loginAnswer: string;
  /** Logins in the format of AUTH PLAIN (RFC 4616). */
  logins: string[];
  /** Number of recipients offered so far. */
  asked: number;
  stop(): Promise<void>;
}

export async function startMailServer(): Promise<MailServer> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => {});
    const say = (line: string) => socket.write(`${line}\r\n`);
    let mail: ReceivedMail = { from: '', to: '', data: '' };
    let isData = false;
    let rest = '';
    const take = (line: string): void => {
      if (isData) {
        if (line !== '.') {
          mail.data += `${line.replace(/^\./, '')}\r\n`;
          return;
        }
        isData = false;
        double.mails.push(mail);
        say('250 taken');
        return;
      }
      const [verb = ''] = line.toUpperCase().split(/[ :]/, 1);
      const address = /<([^>]*)>/.exec(line)?.[1] ?? '';
      if (verb === 'MAIL') mail = { from: address, to: '', data: '' };
      if (verb === 'RCPT') {
        mail.to = address;
        double.asked += 1;
        say(double.recipientAnswer);
      } else if (verb === 'DATA') {
        isData = true;
        say('354 go on');
      } else if (verb === 'EHLO') {
        say('250-here');
        say('250 AUTH PLAIN');
      } else if (verb === 'AUTH') {
        double.logins.push(Buffer.from(line.split(' ')[2] ?? '', 'base64').toString());
        say(double.loginAnswer);
      } else if (verb === 'QUIT') socket.end('221 bye\r\n');
      else say(['HELO', 'MAIL', 'RSET', 'NOOP'].includes(verb) ? '250 here' : '502 what');
    };
    socket.on('data', (chunk) => {
      const lines = (rest + chunk).split('\r\n');
      rest = lines.pop() ?? '';
      for (const line of lines) take(line);
    });
    say('220 mail.test ESMTP');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const double: MailServer = {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mails: [],
    logins: [],
    recipientAnswer: '250 yes',
    loginAnswer: '235 in',
    asked: 0,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
  return double;
}
