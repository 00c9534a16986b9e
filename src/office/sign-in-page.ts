import { type GatewayConfig, whomFor } from '../api/gateway-config';

/**
 * The script of sign-in.html, which the add-in shows in a dialog: it goes to the issuer, and comes back with a code
 * that only the add-in can use. All that it needs is in its own address, so it stores nothing.
 */
const SENTENCES: Readonly<Record<string, string>> = {
  en: 'The way back to Excel is lost: close this window, then sign in again.',
  de: 'Der Weg zurück zu Excel ist verloren: Schließen Sie dieses Fenster und melden Sie sich erneut an.',
  fr: 'Le retour vers Excel est perdu : fermez cette fenêtre, puis reconnectez-vous.',
  es: 'Se perdió el camino de vuelta a Excel: cierre esta ventana y vuelva a iniciar sesión.',
  ja: 'Excel に戻れません。このウィンドウを閉じて、もう一度サインインしてください。',
  zh: '无法返回 Excel：请关闭此窗口，然后重新登录。',
};

/** What the add-in may pass on: nothing that decides which address is opened. */
const RANDOM = ['state', 'nonce', 'code_challenge', 'prompt'];

const [given, returned] = [new URLSearchParams(location.hash.slice(1)), new URLSearchParams(location.search)];
const state = returned.get('state') ?? given.get('state') ?? '';

void (returned.has('state') ? comeBack(returned) : goOut());

/** The gateway names the address to open, so that no link to this page leads elsewhere. */
async function goOut(): Promise<void> {
  try {
    // Office remembers its host from the dialog's first page.
    if (state.startsWith('office.')) await officeReady();
    const { openIdConnect } = (await jsonOf('config.json')) as GatewayConfig;
    if (!openIdConnect) throw new Error('The gateway does not say where to sign in');
    const { issuer, clientId, scope } = openIdConnect;
    const about = await jsonOf(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`);
    const address = new URL((about as { readonly authorization_endpoint: string }).authorization_endpoint);
    const wanted: Readonly<Record<string, string>> = {
      client_id: clientId,
      response_type: 'code',
      redirect_uri: location.origin + location.pathname,
      scope: [...new Set(['openid', ...scope.split(' ')])].join(' '),
      code_challenge_method: 'S256',
      ...whomFor(openIdConnect),
      ...Object.fromEntries([...given].filter(([name]) => RANDOM.includes(name))),
    };
    for (const [name, value] of Object.entries(wanted)) address.searchParams.set(name, value);
    location.replace(address.href);
  } catch {
    const what = 'The identity provider cannot be reached';
    await comeBack(new URLSearchParams({ state, error: 'unreachable', error_description: what }));
  }
}

async function comeBack(parameters: URLSearchParams): Promise<void> {
  // The code is of no use to others, but should not stay visible. Office removes the method in some hosts.
  (history.replaceState as typeof history.replaceState | null)?.(null, '', location.pathname);
  const said = String(parameters);
  if (state.startsWith('office.')) {
    await officeReady();
    Office.context.ui.messageParent(said);
    return;
  }
  const opener = window.opener as Window | null;
  if (opener) opener.postMessage({ signIn: said }, location.origin);
  else showSentence();
}

/** Office's script comes after this one. */
async function officeReady(): Promise<void> {
  if (document.readyState !== 'complete')
    await new Promise((resolve) => window.addEventListener('load', resolve, { once: true }));
  await Office.onReady();
}

async function jsonOf(address: string): Promise<unknown> {
  return (await fetch(address, { credentials: 'omit' })).json();
}

function showSentence(): void {
  const code = navigator.language.slice(0, 2);
  const sentence = document.createElement('p');
  sentence.lang = code in SENTENCES ? code : 'en';
  sentence.setAttribute('role', 'alert');
  sentence.textContent = SENTENCES[sentence.lang]!;
  document.body.append(sentence);
}
