import type { Ref } from 'preact';
import { useState } from 'preact/hooks';
import type { ControlProps } from '../../components/field';
import { useTexts } from '../../texts/use-texts';

interface KeyInputProps {
  /** Whether it is a personal token instead of the key of the service. */
  readonly isToken: boolean;
  readonly control: ControlProps;
  readonly inputRef: Ref<HTMLInputElement>;
  readonly value: string;
  readonly onInput: (text: string) => void;
}

/** The hidden key, with a button that shows and hides it. */
export function KeyInput({ isToken, control, inputRef, value, onInput }: KeyInputProps) {
  const texts = useTexts('connection');
  const [isShown, setShown] = useState(false);
  const [show, hide] = isToken ? [texts.showToken, texts.hideToken] : [texts.showKey, texts.hideKey];
  return (
    <>
      <input
        {...control}
        ref={inputRef}
        type={isShown ? 'text' : 'password'}
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        value={value}
        onInput={(event) => {
          onInput(event.currentTarget.value);
        }}
      />
      <button
        type="button"
        class="md-button md-reveal"
        aria-controls={control.id}
        aria-label={isShown ? hide : show}
        onClick={() => {
          setShown(!isShown);
        }}
      >
        {isShown ? texts.hide : texts.show}
      </button>
    </>
  );
}
