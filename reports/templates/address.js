// What a form's fields say stands in the address, so that a view can be sent.
function remember(form, names) {
  const address = new URL(location);
  for (const name of names) {
    const { value } = form.elements[name];
    if (value) address.searchParams.set(name, value);
    else address.searchParams.delete(name);
  }
  history.replaceState(null, "", address);
}

// Fills in what the address says, where it is one of a field's options.
function recall(form, names) {
  const asked = new URLSearchParams(location.search);
  for (const name of names) {
    const field = form.elements[name];
    const value = asked.get(name) ?? "";
    field.value = [...field.options].some((option) => option.value === value) ? value : "";
  }
}

// Shows the form as the address has it, and then what the reader changes.
function addressed(form, names, apply) {
  const changed = () => {
    apply();
    remember(form, names);
  };
  form.hidden = false;
  recall(form, names);
  apply();
  form.addEventListener("change", changed);
  // the fields are reset after the event
  form.addEventListener("reset", () => setTimeout(changed));
  // an anchor is looked up by the browser before anything is hidden
  if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
}
