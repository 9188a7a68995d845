/* Loads libraries of compiled kernels and calls them from Python: one C signature for all (kernels.h), arguments as
 * 64-bit words.
 *
 * Built for the limited API of Python 3.11, so that one file serves all later Pythons.
 */
#define PY_SSIZE_T_CLEAN
#define Py_LIMITED_API 0x030b0000
#include <Python.h>
#define NPY_NO_DEPRECATED_API NPY_1_7_API_VERSION
#define NPY_TARGET_VERSION NPY_1_25_API_VERSION
#include <numpy/arrayobject.h>
#include <string.h>

#ifdef _WIN32
#include <windows.h>
#else
#include <dlfcn.h>
#endif

#include "kernels.h"

#define MOST_WORDS 256   /* of the arguments of a call */
#define MOST_RESULTS 32
#define MESSAGE_SIZE 256

/* A form as a call sees it: `given` has two characters for each argument, of an array the number of its dtype and of its
 * dimensions, of a number its letter and 0. `result` has a letter for each number, behind "(" if they are a tuple. */
typedef struct {
    const char *given, *result;
    Py_ssize_t count;
    Run run;
} Form;

typedef struct {
    PyObject_HEAD
    Form *forms;
    Py_ssize_t form_count;
    int64_t *bound;
    PyObject *owners;   /* a list of what owns the memory that the pointers above lead to */
    PyObject *new_form; /* called where no form takes the arguments */
} Entry;

static PyTypeObject *entry_type;

/* Write the words of a number; 0 where it is not of that kind. */
static int write_number(char letter, PyObject *value, int64_t *word) {
    if (letter == 'd') {
        double number;
        if (PyFloat_Check(value)) number = PyFloat_AsDouble(value);
        else if (PyArray_IsScalar(value, Floating) || (PyLong_Check(value) && !PyBool_Check(value))) number = PyFloat_AsDouble(value);
        else return 0;
        memcpy(word, &number, sizeof number);
    } else if (letter == '?') {
        if (!PyBool_Check(value) && !PyArray_IsScalar(value, Bool)) return 0;
        *word = PyObject_IsTrue(value);
    } else if (PyLong_Check(value)) {
        *word = PyLong_AsLongLong(value);
    } else {
        if (!PyArray_IsScalar(value, Integer)) return 0;
        PyObject *number = PyNumber_Index(value);
        if (number == NULL) return 0;
        *word = PyLong_AsLongLong(number);
        Py_DECREF(number);
    }
    if (!PyErr_Occurred()) return 1;
    PyErr_Clear(); /* a number that is too large */
    return 0;
}

/* Write the words of all arguments; 0 where the form does not take them. */
static int write_given(const Form *form, PyObject *const *args, int64_t *word) {
    const char *kind = form->given;
    for (Py_ssize_t i = 0; i < form->count; i++, kind += 2) {
        int dimensions = kind[1];
        if (dimensions == 0) {
            if (!write_number(kind[0], args[i], word++)) return 0;
            continue;
        }
        if (!PyArray_Check(args[i])) return 0;
        PyArrayObject *array = (PyArrayObject *)args[i];
        if (PyArray_NDIM(array) != dimensions || PyArray_TYPE(array) != kind[0] || !PyArray_ISCARRAY_RO(array)) return 0;
        *word++ = (int64_t)PyArray_DATA(array);
        for (int k = 0; k < dimensions; k++) *word++ = PyArray_DIM(array, k);
    }
    return 1;
}

static PyObject *read_number(char letter, const int64_t *word) {
    double number;
    if (letter == 'i') return PyLong_FromLongLong(*word);
    if (letter == '?') return PyBool_FromLong(*word != 0);
    memcpy(&number, word, sizeof number);
    return PyFloat_FromDouble(number);
}

static PyObject *read_result(const char *letters, const int64_t *word) {
    if (*letters == 0) Py_RETURN_NONE;
    if (*letters != '(') return read_number(*letters, word);
    Py_ssize_t count = (Py_ssize_t)strlen(++letters);
    PyObject *numbers = PyTuple_New(count);
    for (Py_ssize_t k = 0; numbers != NULL && k < count; k++) {
        PyObject *number = read_number(letters[k], word + k);
        if (number == NULL) Py_CLEAR(numbers);
        else PyTuple_SetItem(numbers, k, number);
    }
    return numbers;
}

static PyObject *run(const Entry *entry, Form form, const int64_t *given) {
    int64_t result[MOST_RESULTS];
    char message[MESSAGE_SIZE];
    int status;
    Py_BEGIN_ALLOW_THREADS
    status = form.run(given, entry->bound, result, message);
    Py_END_ALLOW_THREADS
    if (status == OUT_OF_BOUNDS) return PyErr_Format(PyExc_IndexError, "%s", message);
    return status == 0 ? read_result(form.result, result) : PyErr_NoMemory();
}

/* Add a form, a tuple (address, given, result); return 0 where it cannot be. */
static int add_form(Entry *entry, PyObject *added) {
    unsigned long long address;
    Form form;
    Py_ssize_t size, needed = 0;
    if (!PyArg_ParseTuple(added, "Ky#s", &address, &form.given, &size, &form.result)) return 0;
    for (Py_ssize_t k = 0; k < size; k += 2) needed += 1 + form.given[k + 1];
    if (address == 0 || needed > MOST_WORDS || strlen(form.result) > MOST_RESULTS) {
        PyErr_SetString(PyExc_ValueError, "no such form");
        return 0;
    }
    Form *forms = PyMem_Realloc(entry->forms, (entry->form_count + 1) * sizeof(Form));
    if (forms == NULL) return PyErr_NoMemory() != NULL;
    entry->forms = forms;
    form.count = size / 2;
    form.run = (Run)(uintptr_t)address;
    forms[entry->form_count++] = form;
    return PyList_Append(entry->owners, added) == 0;
}

/* Call what adds a form for these arguments, or returns in a tuple of one what the kernel returns for them. */
static PyObject *call_new_form(Entry *entry, PyObject *const *args, Py_ssize_t count) {
    PyObject *all = PyTuple_New(count), *answer = NULL, *found = NULL;
    if (all == NULL) return NULL;
    for (Py_ssize_t k = 0; k < count; k++) PyTuple_SetItem(all, k, Py_NewRef(args[k]));
    answer = PyObject_CallObject(entry->new_form, all);
    Py_DECREF(all);
    if (answer == NULL) return NULL;
    int64_t given[MOST_WORDS];
    if (PyTuple_Size(answer) == 1) found = Py_NewRef(PyTuple_GetItem(answer, 0));
    else if (add_form(entry, answer)) {
        const Form *form = &entry->forms[entry->form_count - 1];
        if (form->count == count && write_given(form, args, given)) found = run(entry, *form, given);
        else PyErr_SetString(PyExc_OverflowError, "an int that is passed to a kernel must have at most 64 bits");
    }
    Py_DECREF(answer);
    return found;
}

static PyObject *call(PyObject *self, PyObject *const *args, Py_ssize_t count) {
    Entry *entry = (Entry *)self;
    int64_t given[MOST_WORDS];
    for (Py_ssize_t f = 0; f < entry->form_count; f++) {
        const Form *form = &entry->forms[f];
        if (form->count == count && write_given(form, args, given)) return run(entry, *form, given);
    }
    return call_new_form(entry, args, count);
}

static PyMethodDef call_method = {"kernel", (PyCFunction)(void (*)(void))call, METH_FASTCALL, "A compiled kernel."};

static void entry_free(PyObject *self) {
    Entry *entry = (Entry *)self;
    PyTypeObject *type = Py_TYPE(self);
    PyMem_Free(entry->forms);
    Py_XDECREF(entry->owners);
    Py_XDECREF(entry->new_form);
    PyObject_Free(self);
    Py_DECREF(type);
}

/* entry(forms, words, keep, new_form): words are an int64 array or None. */
static PyObject *make_entry(PyObject *module, PyObject *args) {
    PyObject *forms, *words, *keep, *new_form, *function = NULL;
    if (!PyArg_ParseTuple(args, "O!OOO", &PyList_Type, &forms, &words, &keep, &new_form)) return NULL;
    Entry *entry = PyObject_New(Entry, entry_type);
    if (entry == NULL) return NULL;
    entry->bound = words == Py_None ? NULL : PyArray_DATA((PyArrayObject *)words);
    entry->form_count = 0;
    entry->forms = NULL;
    entry->new_form = Py_NewRef(new_form);
    entry->owners = PyList_New(0);
    int whole = entry->owners != NULL && PyList_Append(entry->owners, words) == 0 && PyList_Append(entry->owners, keep) == 0;
    for (Py_ssize_t f = 0; whole && f < PyList_Size(forms); f++) whole = add_form(entry, PyList_GetItem(forms, f));
    if (whole) function = PyCFunction_NewEx(&call_method, (PyObject *)entry, NULL);
    Py_DECREF(entry);
    return function;
}

/* open(path): load a library for good; return its handle. */
static PyObject *open_library(PyObject *module, PyObject *args) {
    PyObject *path;
#ifdef _WIN32
    if (!PyArg_ParseTuple(args, "U", &path)) return NULL;
    wchar_t *name = PyUnicode_AsWideCharString(path, NULL);
    void *library = name == NULL ? NULL : (void *)LoadLibraryW(name);
    PyMem_Free(name);
    if (library == NULL) return PyErr_Format(PyExc_OSError, "cannot be loaded (error %lu)", GetLastError());
#else
    if (!PyArg_ParseTuple(args, "O&", PyUnicode_FSConverter, &path)) return NULL;
    void *library = dlopen(PyBytes_AsString(path), RTLD_NOW | RTLD_LOCAL);
    Py_DECREF(path);
    if (library == NULL) return PyErr_Format(PyExc_OSError, "%s", dlerror());
#endif
    return PyLong_FromVoidPtr(library);
}

/* address(library, name): return the address of a function, 0 if there is none. */
static PyObject *find_address(PyObject *module, PyObject *args) {
    PyObject *library;
    const char *name;
    if (!PyArg_ParseTuple(args, "Os", &library, &name)) return NULL;
    void *handle = PyLong_AsVoidPtr(library);
    if (PyErr_Occurred()) return NULL;
#ifdef _WIN32
    return PyLong_FromVoidPtr((void *)GetProcAddress((HMODULE)handle, name));
#else
    return PyLong_FromVoidPtr(dlsym(handle, name));
#endif
}

static PyObject *has(PyObject *module, PyObject *args) {
    const char *name;
    if (!PyArg_ParseTuple(args, "s", &name)) return NULL;
    return PyBool_FromLong(processor_has(name));
}

static PyType_Slot slots[] = {{Py_tp_dealloc, entry_free}, {0, NULL}};
static PyType_Spec entry_spec = {
    "rigida.jit.ahead._calls.Entry", sizeof(Entry), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, slots};
static PyMethodDef methods[] = {
    {"entry", make_entry, METH_VARARGS, "Return what calls a kernel by the first form that takes the arguments."},
    {"open", open_library, METH_VARARGS, "Load a library of kernels and return its handle."},
    {"address", find_address, METH_VARARGS, "Return the address of a function of a library, 0 if there is none."},
    {"has", has, METH_VARARGS, "Tell whether the processor has a feature, such as avx2."},
    {NULL, NULL, 0, NULL}};
static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, "_calls", NULL, -1, methods, NULL, NULL, NULL, NULL};

PyMODINIT_FUNC PyInit__calls(void) {
    import_array();
    entry_type = (PyTypeObject *)PyType_FromSpec(&entry_spec);
    PyObject *module = PyModule_Create(&definition);
    if (entry_type == NULL || module == NULL) return NULL;
    return module;
}
